import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  BAR_INCOMPLETE,
  BarArena,
  barsEqual,
  concatBars,
  emptyBars,
  firstDifference,
  lowerBoundT,
  sliceBars,
  type Bars,
} from '@flowprint/orderflow'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'
import { MINUTE_MS } from '../../src/index.ts'

/** `count` minutes with 1, 2, ... cells each. */
function minutes(count: number, step = 1): Bars {
  const trades: TradeSketch[] = []
  for (let i = 0; i < count; i++)
    for (let k = 0; k <= i % 7; k++) trades.push([i * MINUTE_MS + k, 100 * k + i, k + 1, k % 2 ? 'B' : 'S'])
  return aggregateTrades(makeTrades(trades), { cycleMs: MINUTE_MS, step })
}

describe('BarArena', () => {
  test.each([1, 10])('bars appended in pieces equal the bars (step %d)', (step) => {
    const bars = minutes(200, step)
    const arena = new BarArena(MINUTE_MS, step)
    for (let i = 0; i < bars.length; i += 13) arena.append(bars, i, Math.min(i + 13, bars.length))
    expect(firstDifference(arena.view(), bars)).toBeNull()
  })

  test('truncating keeps the first bars with their cells', () => {
    const bars = minutes(20)
    const arena = new BarArena(MINUTE_MS, 1)
    arena.append(bars)
    arena.truncate(7)
    expect(barsEqual(arena.view(), sliceBars(bars, 0, 7))).toBe(true)
    arena.append(bars, 7)
    expect(barsEqual(arena.view(), bars)).toBe(true)
    arena.truncate(99)
    expect(arena.length).toBe(20)
  })

  test('a reset arena takes bars of another cycle and step', () => {
    const arena = new BarArena(MINUTE_MS, 1)
    arena.append(minutes(20))
    arena.reset(5 * MINUTE_MS, 10)
    expect(barsEqual(arena.view(), emptyBars(5 * MINUTE_MS, 10))).toBe(true)
    arena.append(minutes(20, 10))
    expect(arena.view().cellBidOffset).not.toBeNull()
    arena.reset(MINUTE_MS, 1)
    arena.append(minutes(3))
    expect(barsEqual(arena.view(), minutes(3))).toBe(true)
  })

  test('bars of another step are a fault of the caller', () => {
    expect(() => new BarArena(MINUTE_MS, 5).append(minutes(2))).toThrow(/bars of step 5, had 1/)
  })

  test('state and revision are set bar by bar and seen in views taken before', () => {
    const arena = new BarArena(MINUTE_MS, 1)
    arena.append(minutes(3))
    const view = arena.view()
    arena.setState(1, BAR_INCOMPLETE)
    arena.setRevision(1, 9)
    expect([view.state[1], view.revision[1]]).toEqual([BAR_INCOMPLETE, 9])
  })
})

describe('columns of bars', () => {
  const bars = minutes(30)

  test('slices laid end to end are the whole', () => {
    expect(barsEqual(concatBars([sliceBars(bars, 0, 11), sliceBars(bars, 11, 12), sliceBars(bars, 12)]), bars)).toBe(
      true,
    )
  })

  test('a slice begins its cells at 0 and clamps its ends', () => {
    const part = sliceBars(bars, 5, 999)
    expect([part.length, part.cellStart[0], part.row[0]]).toEqual([25, 0, bars.row[bars.cellStart[5]]])
    expect(sliceBars(bars, 9, 3).length).toBe(0)
    expect(sliceBars(bars, 0)).toBe(bars)
  })

  test('runs of different cycles do not go together', () => {
    expect(() => concatBars([bars, emptyBars(5 * MINUTE_MS, 1)])).toThrow(/bars of 60000 ms, had 300000/)
    expect(() => concatBars([])).toThrow(/at least one run/)
  })

  test('lowerBoundT: the first bar at or after the moment', () => {
    expect([-1, 0, 1, MINUTE_MS, 29 * MINUTE_MS, 29 * MINUTE_MS + 1].map((t) => lowerBoundT(bars, t))).toEqual([
      0, 0, 1, 1, 29, 30,
    ])
  })

  test('a difference in any column is found and named', () => {
    const changed = concatBars([emptyBars(MINUTE_MS, 1), bars])
    expect(firstDifference(bars, changed)).toBeNull()
    changed.cellAskTrades[3] += 1
    expect(firstDifference(bars, changed)).toMatch(/^cellAskTrades\[3\]/)
    expect(firstDifference(bars, { ...bars, step: 2 })).toBe('step 1 and 2')
    expect(firstDifference(bars, { ...bars, cellBidOffset: new Float64Array(bars.row.length) })).toBe(
      'cellBidOffset is missing on one side',
    )
  })
})
