import { cutTapeArbitrary, shuffledTapeArbitrary, tapeArbitrary } from '@flowprint/testkit'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aggregateTrades,
  concatRuns,
  continueSequence,
  decodeBars,
  dayEndOf,
  encodeBars,
  firstDifference,
  foldSequence,
  gatherTrades,
  NO_ROW,
  regroupBars,
  sequenceEnd,
  sliceBars,
  sliceTrades,
  sortTrades,
  STARTS_PER_MS,
} from '@flowprint/orderflow'
import type { Bars, SequenceRule, SequenceRun, Trades } from '@flowprint/orderflow'
import { makeTrades } from '../support/make-trades.ts'
import { slowSequence } from '../support/slow-sequence.ts'

const rule: fc.Arbitrary<SequenceRule> = fc.record({
  kind: fc.constantFrom('ticks' as const, 'volume' as const),
  size: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2_000_000 })),
})
const step = fc.constantFrom(1, 5, 30)
const whole = (trades: Trades, by: SequenceRule, rows: number): SequenceRun => continueSequence(null, trades, by, rows)

/** A day's bars piece by piece, as a server reads them; days one after the other. */
function inPieces(trades: Trades, cuts: readonly number[], by: SequenceRule, rows: number): SequenceRun {
  const runs: SequenceRun[] = []
  let open: SequenceRun | null = null
  let from = 0
  const edges = [...cuts, trades.length].map((cut) => {
    // A piece ends between milliseconds.
    let at = cut
    while (at > 0 && at < trades.length && trades.ts[at] === trades.ts[at - 1]) at += 1
    return at
  })
  const close = (): void => {
    if (open !== null) runs.push({ ...open, bars: regroupBars(open.bars, rows) })
    open = null
  }
  while (from < trades.length) {
    const dayEnd = dayEndOf(trades.ts[from])
    let to = Math.min(...edges.filter((edge) => edge > from))
    const midnight = trades.ts.findIndex((ts, i) => i >= from && ts >= dayEnd)
    if (midnight >= 0 && midnight < to) to = midnight
    const piece: ReturnType<typeof foldSequence> = foldSequence(open, sliceTrades(trades, from, to), by, rows)
    runs.push(piece.done)
    open = piece.open
    from = to
    if (from === trades.length || trades.ts[from] >= dayEnd) close()
  }
  return runs.length === 0 ? whole(trades, by, rows) : concatRuns(runs)
}

const noRawPoc = (bars: Bars): Bars => ({ ...bars, rawPoc: new Int32Array(bars.length).fill(NO_ROW) })

describe('bars of fills and of volume', () => {
  it('close with the trade that brings them to the size, which is never split', () => {
    const trades = makeTrades([
      [1000, 50, 3, 'B'],
      [1000, 51, 4, 'S', { fills: 2 }],
      [1001, 52, 9, 'B', { fills: 5 }],
      [1002, 50, 1, 'S'],
    ])
    const ticks = whole(trades, { kind: 'ticks', size: 3 }, 1)
    expect([...ticks.bars.t]).toEqual([1000, 1001, 1002])
    expect([...ticks.bars.trades]).toEqual([3, 5, 1])
    expect([...ticks.lastTs]).toEqual([1000, 1001, 1002])
    const volume = whole(trades, { kind: 'volume', size: 8 }, 1)
    expect([...volume.bars.bid].map((bid, i) => bid + volume.bars.ask[i])).toEqual([16, 1])
  })

  it('start again at 00:00 UTC: the last bar of a day is short', () => {
    const midnight = 1_750_550_400_000
    const trades = makeTrades([
      [midnight - 2, 50, 1, 'B'],
      [midnight - 1, 50, 1, 'B'],
      [midnight, 50, 1, 'B'],
      [midnight, 50, 1, 'B'],
    ])
    const by: SequenceRule = { kind: 'ticks', size: 3 }
    const run = whole(trades, by, 1)
    expect([...run.bars.t]).toEqual([midnight - 2, midnight])
    expect([sequenceEnd(run, 0, by), sequenceEnd(run, 1, by)]).toEqual([midnight, midnight + 86_400_000])
  })

  it('that begin in one millisecond have distinct starts', () => {
    const run = whole(
      makeTrades([
        [7, 50, 1, 'B'],
        [7, 51, 1, 'B'],
        [7, 52, 1, 'B'],
        [8, 53, 1, 'B'],
      ]),
      { kind: 'ticks', size: 1 },
      1,
    )
    expect([...run.bars.t]).toEqual([7, 7 + 1 / STARTS_PER_MS, 7 + 2 / STARTS_PER_MS, 8])
  })

  it('the 2048th bar of a millisecond takes all the trades that are left in it', () => {
    const ts = 1_750_550_400_000
    const trades = makeTrades([...Array.from({ length: 3000 }, () => [ts, 50, 1, 'B'] as const), [ts + 1, 50, 1, 'B']])
    const by: SequenceRule = { kind: 'ticks', size: 1 }
    const run = whole(trades, by, 1)
    expect(run.bars.length).toBe(STARTS_PER_MS + 1)
    expect(run.bars.trades[STARTS_PER_MS - 1]).toBe(3000 - STARTS_PER_MS + 1)
    expect(Math.floor(run.bars.t[STARTS_PER_MS - 1])).toBe(ts)
    expect(firstDifference(inPieces(trades, [1], by, 1).bars, run.bars)).toBe(null)
    expect(firstDifference(decodeBars(encodeBars(run.bars)), run.bars)).toBe(null)
  })

  it('are those of the definition', () => {
    fc.assert(
      fc.property(tapeArbitrary(), rule, step, (trades, by, rows) => {
        const { bars, lastTs } = whole(trades, by, rows)
        const slow = slowSequence(trades, by.kind, by.size)
        expect(bars.length).toBe(slow.length)
        slow.forEach(({ indexes, ts, nth }, i) => {
          const own = sliceTrades(trades, indexes[0], indexes[indexes.length - 1] + 1)
          const bar = aggregateTrades(own, { cycleMs: 10 ** 12, step: rows })
          const start = ts + nth / STARTS_PER_MS
          expect(bars.t[i]).toBe(start)
          expect(lastTs[i]).toBe(own.ts[own.length - 1])
          expect(firstDifference(sliceBars(bars, i, i + 1), { ...bar, cycleMs: 0, t: Float64Array.of(start) })).toBe(
            null,
          )
        })
      }),
    )
  })

  it('are the same however the trades of a day are cut into pieces', () => {
    fc.assert(
      fc.property(cutTapeArbitrary(), rule, step, ({ tape, cuts }, by, rows) => {
        const expected = whole(tape, by, rows)
        const made = inPieces(tape, cuts, by, rows)
        expect(firstDifference(made.bars, expected.bars)).toBe(null)
        expect([...made.lastTs]).toEqual([...expected.lastTs])
        let run: SequenceRun | null = null
        let from = 0
        for (const to of [...cuts, tape.length]) {
          run = continueSequence(run, sliceTrades(tape, from, to), by, rows)
          from = to
        }
        const grown = (run as SequenceRun).bars
        expect(
          firstDifference(rows === 1 ? grown : noRawPoc(grown), rows === 1 ? expected.bars : noRawPoc(expected.bars)),
        ).toBe(null)
      }),
      { numRuns: 200 },
    )
  })

  it('are the same in whatever order the trades arrive', () => {
    fc.assert(
      fc.property(shuffledTapeArbitrary(), rule, ({ tape, order }, by) => {
        const shuffled = sortTrades(gatherTrades(tape, order))
        expect(firstDifference(whole(shuffled, by, 1).bars, whole(tape, by, 1).bars)).toBe(null)
      }),
    )
  })

  it('come back from the packed format with every start, in any stretches', () => {
    fc.assert(
      fc.property(tapeArbitrary({ maxLength: 60 }), rule, step, fc.nat(), (trades, by, rows, cut) => {
        const { bars } = whole(trades, by, rows)
        const at = cut % (bars.length + 1)
        for (const [from, to] of [
          [0, bars.length],
          [at, bars.length],
          [0, at],
        ]) {
          expect(firstDifference(decodeBars(encodeBars(bars, from, to)), sliceBars(bars, from, to))).toBe(null)
        }
      }),
    )
  })
})
