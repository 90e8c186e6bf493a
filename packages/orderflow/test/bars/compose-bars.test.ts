import { describe, expect, test } from 'vitest'
import {
  aggregateTrades,
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  BarArena,
  composeBars,
  NO_ROW,
  regroupBars,
  type Bars,
} from '@flowprint/orderflow'
import { makeTrades, type TradeSketch } from '../support/make-trades.ts'
import { MINUTE_MS } from '../../src/index.ts'

function minutes(sketches: readonly TradeSketch[], step = 1): Bars {
  return aggregateTrades(makeTrades(sketches), { cycleMs: MINUTE_MS, step })
}

/** Two minutes: the delta of the first runs 0, -4, +1; of the second 0, +2, -3. */
const TWO: TradeSketch[] = [
  [0, 10, 4, 'S'],
  [1, 12, 5, 'B'],
  [60_000, 11, 2, 'B'],
  [60_001, 9, 5, 'S'],
]

describe('composeBars', () => {
  const whole = composeBars(minutes(TWO), 5 * MINUTE_MS)

  test('takes the open of the first piece, the close of the last, the extremes and sums of all', () => {
    expect([whole.length, whole.t[0]]).toEqual([1, 0])
    expect([whole.open[0], whole.high[0], whole.low[0], whole.close[0]]).toEqual([10, 12, 9, 9])
    expect([whole.bid[0], whole.ask[0], whole.trades[0]]).toEqual([9, 7, 4])
  })

  test('runs the second delta on from the first: minimum min(-4, 1 - 3), maximum max(1, 1 + 2)', () => {
    expect([whole.minDelta[0], whole.maxDelta[0]]).toEqual([-4, 3])
  })

  test('does the same in ticks x lots: 0, -40, +20, then 20 + 22 = 42, then 42 - 45 = -3', () => {
    expect([whole.minDeltaQuote[0], whole.maxDeltaQuote[0]]).toEqual([-40, 42])
  })

  test('NaN in the quote of one piece stays NaN', () => {
    const piece = minutes(TWO)
    piece.minDeltaQuote[1] = NaN
    piece.maxDeltaQuote[1] = NaN
    const made = composeBars(piece, 5 * MINUTE_MS)
    expect([made.minDeltaQuote[0], made.maxDeltaQuote[0]]).toEqual([NaN, NaN])
  })

  test('pieces that are exact may have a sum that is not: NaN', () => {
    const heavy = minutes([
      [0, 1_000_000, 2 ** 32, 'B'],
      [60_000, 1_000_000, 2 ** 33, 'S'],
    ])
    expect(heavy.maxDeltaQuote[0]).toBe(1_000_000 * 2 ** 32)
    expect(composeBars(heavy, 5 * MINUTE_MS).maxDeltaQuote[0]).toBe(NaN)
  })

  test('the start is that of the coarser bar even when its first minutes are missing', () => {
    expect([...composeBars(minutes([[120_000, 10, 1, 'B']]), 5 * MINUTE_MS).t]).toEqual([0])
  })

  test.each([
    { pieces: [BAR_COMPLETE, BAR_COMPLETE], state: BAR_COMPLETE, rule: 'complete pieces: complete' },
    { pieces: [BAR_REPAIRING, BAR_COMPLETE], state: BAR_REPAIRING, rule: 'one repairing: repairing' },
    { pieces: [BAR_INCOMPLETE, BAR_REPAIRING], state: BAR_INCOMPLETE, rule: 'incomplete is worse than repairing' },
    { pieces: [BAR_INCOMPLETE, BAR_OPEN], state: BAR_OPEN, rule: 'the last piece open: open' },
  ])('$rule', ({ pieces, state }) => {
    const made = minutes(TWO)
    made.state.set(pieces)
    expect(composeBars(made, 5 * MINUTE_MS).state[0]).toBe(state)
  })

  test('the revision is the greatest of the pieces', () => {
    const made = minutes(TWO)
    made.revision.set([7, 3])
    expect(composeBars(made, 5 * MINUTE_MS).revision[0]).toBe(7)
  })

  test('recomputes the raw point of control at step 1', () => {
    // Greatest of the minutes: 12 (5 lots) and 9 (5); together 10 holds 4, 12 holds 5, 9 holds 5: 12 and 9 tie, 9 is the close.
    expect([...minutes(TWO).rawPoc]).toEqual([12, 9])
    expect(whole.rawPoc[0]).toBe(9)
  })

  test('at a greater step it survives only a bar of one piece', () => {
    const made = composeBars(minutes([...TWO, [300_000, 77, 1, 'B']], 5), 5 * MINUTE_MS)
    expect([...made.rawPoc]).toEqual([NO_ROW, 77])
  })

  test('pieces a wick apart are put together without walking the span', () => {
    const made = composeBars(
      minutes([
        [0, 100, 1, 'B'],
        [60_000, 50_000_000, 2, 'S'],
        [120_000, 100, 4, 'S'],
      ]),
      5 * MINUTE_MS,
    )
    expect([...made.row]).toEqual([100, 50_000_000])
    expect([[...made.cellBid], [...made.cellAsk]]).toEqual([
      [4, 2],
      [1, 0],
    ])
  })

  test('a cycle that is no multiple is a fault of the caller', () => {
    expect(() => composeBars(minutes(TWO), 90_000)).toThrow(/multiple of 60000 ms, had 90000/)
  })
})

describe('regroupBars', () => {
  test('the own step gives the same object', () => {
    const made = minutes(TWO)
    expect(regroupBars(made, 1)).toBe(made)
  })

  test('keeps every column but the cells, and the raw point of control with them', () => {
    const made = minutes(TWO)
    const grouped = regroupBars(made, 5)
    expect(grouped.rawPoc).toEqual(made.rawPoc)
    expect(grouped.minDelta).toEqual(made.minDelta)
    expect([...grouped.row]).toEqual([2, 1, 2])
    expect([...grouped.cellStart]).toEqual([0, 1, 3])
  })

  test.each([7, 0, -5, 12.5])('from step 5 to %s: BAD_STEP', (step) => {
    expect(() => regroupBars(minutes(TWO, 5), step)).toThrow(expect.objectContaining({ code: 'BAD_STEP' }))
  })

  test('bars without trades stay none', () => {
    expect(regroupBars(new BarArena(MINUTE_MS, 1).view(), 10).length).toBe(0)
  })
})
