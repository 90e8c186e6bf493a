import { describe, expect, test } from 'vitest'
import { compareDecimals, matchesScan, type ScanCondition, type ScanRow } from '../src/index.ts'

const row: ScanRow = {
  symbol: 'TEST:ONE',
  t: 0,
  state: 'complete',
  precision: '0.01',
  day_complete: true,
  close: '100.10',
  change: -0.5,
  volume: '9007199254740993.000000000000000001',
  volume_quote: '1',
  relative_volume: null,
  delta: '-0.30',
  delta_quote: '-30.03',
  delta_share: -12.5,
  stacks_buy: 2,
  stacks_sell: 0,
  zones_support: 0,
  zones_resistance: 1,
  absorption_bullish: 0,
  absorption_bearish: 0,
  effort: -1.2,
  big_buys: 0,
  big_sells: 3,
  vwap_distance: 0.25,
  poc_distance: -0.25,
}

const matches = (column: ScanCondition['column'], operator: ScanCondition['operator'], value: string, of = row) =>
  matchesScan(of, [{ column, operator, value }])

describe('the conditions of a scan', () => {
  test('compares decimals exactly', () => {
    expect(compareDecimals('0.1', '0.10')).toBe(0)
    expect(compareDecimals('-2', '1.5')).toBe(-1)
    expect(compareDecimals('9007199254740993', '9007199254740992')).toBe(1)
    expect(matches('volume', 'gt', '9007199254740993')).toBe(true)
    expect(matches('volume', 'eq', '9007199254740993')).toBe(false)
  })

  test('bounds are inclusive where the operator says so', () => {
    expect([matches('close', 'gte', '100.1'), matches('close', 'gt', '100.1')]).toEqual([true, false])
    expect([matches('delta', 'lte', '-0.3'), matches('delta', 'lt', '-0.3')]).toEqual([true, false])
    expect([matches('stacks_buy', 'eq', '2'), matches('stacks_buy', 'eq', '1')]).toEqual([true, false])
    expect([matches('delta_share', 'abs_gte', '12.5'), matches('delta_share', 'abs_gte', '12.6')]).toEqual([
      true,
      false,
    ])
  })

  test('requires all conditions', () => {
    const both: ScanCondition[] = [
      { column: 'big_sells', operator: 'gte', value: '3' },
      { column: 'change', operator: 'lt', value: '0' },
    ]
    expect(matchesScan(row, both)).toBe(true)
    expect(matchesScan(row, [...both, { column: 'big_buys', operator: 'gt', value: '0' }])).toBe(false)
    expect(matchesScan(row, [])).toBe(true)
  })

  test('matches neither unknown values, nor bars with missing trades, nor distances of a day with missing trades', () => {
    expect(matches('relative_volume', 'gte', '0')).toBe(false)
    expect(matches('relative_volume', 'lt', '100')).toBe(false)
    for (const state of ['incomplete', 'no_trades'] as const) expect(matchesScan({ ...row, state }, [])).toBe(false)
    const partial = { ...row, day_complete: false }
    expect(matches('vwap_distance', 'gt', '0', partial)).toBe(false)
    expect(matches('poc_distance', 'lt', '0', partial)).toBe(false)
    expect(matches('close', 'gt', '0', partial)).toBe(true)
  })
})
