import { DAY_MS } from '@flowprint/orderflow'
import { describe, expect, test } from 'vitest'
import { parseBackfillArguments } from '../../../../src/market/ingest/index.ts'
import { FIRST_DAY, NOW } from './world.ts'

const parse = (...argv: string[]) => parseBackfillArguments(argv, NOW)

describe('backfill command line', () => {
  test('--days counts UTC days, including today', () => {
    expect(parse('--symbol', 'binance:ltcusdt', '--days', '2')).toEqual({
      symbols: ['BINANCE:LTCUSDT'],
      window: { from: FIRST_DAY + DAY_MS, to: FIRST_DAY + 3 * DAY_MS },
      rest: true,
    })
  })

  test('--from and --to are inclusive, and --to defaults to today', () => {
    expect(parse('--symbol', 'BYBIT:BTCUSD.P', '--from', '2026-05-11', '--to', '2026-05-11').window).toEqual({
      from: FIRST_DAY,
      to: FIRST_DAY + DAY_MS,
    })
    expect(parse('--symbol', 'BYBIT:BTCUSD.P', '--from', '2026-05-11', '--no-rest')).toMatchObject({
      window: { to: FIRST_DAY + 3 * DAY_MS },
      rest: false,
    })
  })

  test('deduplicates symbols', () => {
    expect(
      parse('--symbol', 'BINANCE:LTCUSDT', '--symbol', 'BYBIT:BTCUSD.P', '--symbol', 'BINANCE:LTCUSDT').symbols,
    ).toEqual(['BINANCE:LTCUSDT', 'BYBIT:BTCUSD.P'])
  })

  test.each([
    [[], '--symbol is missing'],
    [['--symbol', 'LTCUSDT'], 'EXCHANGE:PAIR'],
    [['--symbol', 'DEMO:BTCUSD'], 'simulated'],
    [['--symbol', 'BINANCE:LTCUSDT', '--days', '1.5'], '--days 1.5: a whole number'],
    [['--symbol', 'BINANCE:LTCUSDT', '--from', '2026-02-30'], '--from 2026-02-30: a day like'],
    [['--symbol', 'BINANCE:LTCUSDT', '--from', '2026-05-12', '--to', '2026-05-11'], 'lies after'],
    [['--symbol', 'BINANCE:LTCUSDT', '--from', '2030-01-01', '--to', '2030-01-02'], 'in the future'],
    [['--symbol', 'BINANCE:LTCUSDT', '--to', '2026-05-11'], '--from is missing'],
    [['--symbol', 'BINANCE:LTCUSDT', '--days', '2', '--from', '2026-05-11'], 'exclude each other'],
    [['--symbol', 'BINANCE:LTCUSDT', '--dayz', '2'], '--dayz'],
  ])('rejects %j', (argv, reason) => {
    expect(() => parse(...argv)).toThrow(reason)
  })
})
