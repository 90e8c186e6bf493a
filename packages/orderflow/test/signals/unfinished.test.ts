import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  analyzeBars,
  Analyzer,
  BAR_INCOMPLETE,
  BAR_OPEN,
  needsNativeRows,
  parseSettings,
  regroupBars,
  type Bars,
  type UnfinishedAuction,
} from '../../src/index.ts'
import { edgeOf } from '../../src/bars/bar-edges.ts'
import { makeBars, repeatBar, type BarSketch } from '../support/make-bars.ts'
import { makeOverflowingBars } from '../support/make-overflowing-bars.ts'
import { makeTrades } from '../support/make-trades.ts'

const settings = parseSettings({ unfinished: { show: true } })
const units = { tickSize: '1', lotSize: '1' }
const found = (bars: Bars): readonly UnfinishedAuction[] => analyzeBars(bars, settings, { units }).signals.unfinished

/** Two cells at the high beside ten lots in two others: with 100 lots in 5 cells T is 10. */
const bar = (bid: number, ask: number, rest = 100 - bid - ask): BarSketch => ({
  cells: [
    [0, rest - 2, 1],
    [1, 0, 1],
    [2, bid, ask],
  ],
  close: 1,
})

describe('an unfinished auction', () => {
  test.each([
    ['ask above T, bid a fifth of T', bar(2, 11), true],
    ['ask exactly T', bar(2, 10), false],
    ['ask one above T, bid just below a fifth', bar(1, 11), false],
    ['no bid volume at the high: four cells, T is 12.5', { ...bar(0, 50) }, false],
  ])('at the high: %s', (_, sketch, fires) => {
    expect(found(makeBars([sketch])).filter(({ side }) => side === 'high').length).toBe(fires ? 1 : 0)
  })

  test('says both sides, the price and the mean cell', () => {
    const auction = found(makeBars([bar(2, 11)])).find(({ side }) => side === 'high')
    expect(auction).toMatchObject({ kind: 'unfinished', tick: 2, dominant: 11, opposite: 2, meanCell: 20, ended: null })
  })

  test('is mirrored at the low, where the bid is the dominant side', () => {
    const low: BarSketch = {
      cells: [
        [0, 11, 2],
        [1, 1, 0],
        [2, 1, 85],
      ],
      close: 1,
    }
    expect(found(makeBars([low]))).toMatchObject([{ side: 'low', tick: 0, dominant: 11, opposite: 2 }])
  })

  test('needs a closed, complete bar', () => {
    for (const state of [BAR_OPEN, BAR_INCOMPLETE]) expect(found(makeBars([{ ...bar(2, 11), state }]))).toEqual([])
  })

  test.each([
    ['reaches the price', 2, true],
    ['stays a tick below', 1, false],
  ])('ends with the first later bar that %s', (_, high, ends) => {
    const later = (top: number): BarSketch => ({
      cells: [[0, 5, 5], ...(top > 0 ? [[top, 0, 1] as const] : [])],
      close: 0,
    })
    const bars = makeBars([bar(2, 11), later(0), later(high), later(2)])
    const ended = found(bars).find(({ side }) => side === 'high')?.ended
    expect(ended).toBe(bars.t[ends ? 2 : 3])
  })

  test('an incomplete bar ends it too, an open one does not', () => {
    const reach: BarSketch = { cells: [[2, 1, 0]] }
    const end = (state: number) =>
      found(makeBars([bar(2, 11), { ...reach, state }])).find(({ side }) => side === 'high')?.ended
    expect(end(BAR_INCOMPLETE)).not.toBeNull()
    expect(end(BAR_OPEN)).toBeNull()
  })

  test('a revision that takes the ending bar back lets it live again', () => {
    const analyzer = new Analyzer(settings, { units })
    const first = makeBars([bar(2, 11), { cells: [[2, 1, 0]] }, { cells: [[0, 1, 0]] }])
    expect(analyzer.update(first, 0).signals.unfinished[0].ended).toBe(first.t[1])
    const revised = makeBars([bar(2, 11), { cells: [[1, 1, 0]] }, { cells: [[0, 1, 0]] }])
    expect(analyzer.update(revised, 1).signals.unfinished[0].ended).toBeNull()
  })

  test('is told by native ticks at every precision', () => {
    const trades: [number, number, number, 'B' | 'S'][] = []
    for (let i = 0; i < 60; i++) trades.push([i * 900, 1000 + (i % 13), 1 + (i % 5), i % 3 === 0 ? 'S' : 'B'])
    trades.push([55_000, 1014, 30, 'B'], [55_100, 1014, 4, 'S'], [55_200, 1001, 3, 'S'])
    const native = aggregateTrades(makeTrades(trades), { cycleMs: 60_000, step: 1 })
    const expected = found(native)
    expect(expected.length).toBeGreaterThan(0)
    for (const step of [2, 5, 50]) {
      const grouped = regroupBars(native, step, true)
      expect(edgeOf(grouped, 0)).toEqual(edgeOf(native, 0))
      expect(found(grouped)).toEqual(expected)
      expect(found(regroupBars(grouped, step * 3))).toEqual(expected)
      expect(found(regroupBars(native, step)), 'unknown without native rows').toEqual([])
    }
  })

  test('of quantities beyond 2^53 is decided by single lots', () => {
    const unit = 10n ** 18n
    const large = (ask: bigint) =>
      makeOverflowingBars([
        {
          cells: [
            [0, 85n * unit, unit],
            [1, 0, unit],
            [2, 2n * unit, ask],
          ],
          close: 1,
        },
      ])
    // 89 units and the ask in 5 cells: ask > (89 + ask) / 10
    const bound = (89n * unit) / 9n
    expect(found(large(bound)).filter(({ side }) => side === 'high')).toEqual([])
    const auction = found(large(bound + 1n)).find(({ side }) => side === 'high')
    expect(auction).toMatchObject({ dominant: bound + 1n, opposite: 2n * unit })
    expect(found(regroupBars(large(bound + 1n), 5, true)).filter(({ side }) => side === 'high')).toEqual([auction])
  })

  test('bears zones in the row of its price, resistance at a high and support at a low', () => {
    const zones = parseSettings({ zones: { kinds: { stack: false, effort: false, unfinished: true } } })
    const quiet = repeatBar(10, {
      cells: [
        [0, 25, 25],
        [1, 25, 25],
      ],
      close: 0,
    })
    const bars = regroupBars(
      makeBars([
        ...quiet,
        {
          cells: [
            [0, 11, 2],
            [1, 63, 0],
            [7, 2, 22],
          ],
          close: 4,
        },
      ]),
      2,
      true,
    )
    const analysis = analyzeBars(bars, zones, { units })
    expect(analysis.signals.unfinished, 'the marks are switched off').toEqual([])
    const born = analysis.zones.filter(({ born }) => born === bars.t[10])
    expect(born).toMatchObject([
      { kind: 'unfinished', side: 'resistance', lowRow: 3, highRow: 3, state: 'fresh', strength: 0.22 },
      { kind: 'unfinished', side: 'support', lowRow: 0, highRow: 0, state: 'fresh', strength: 0.11 },
    ])
  })

  test('and its zones need native rows, the other signals do not', () => {
    expect(needsNativeRows(parseSettings({}))).toBe(false)
    expect(needsNativeRows(settings)).toBe(true)
    expect(needsNativeRows(parseSettings({ zones: { kinds: { unfinished: true } } }))).toBe(true)
    expect(needsNativeRows(parseSettings({ poc: { basis: 'raw' } }))).toBe(true)
  })
})
