import { sliceBars } from '../bars/bar-columns.ts'
import { BAR_COMPLETE, BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING, NO_ROW } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import type { TailGap } from '../codec/answer-meta.ts'
import { concatTrades, emptyTrades, filterTrades, sliceTrades } from '../trades/trade-columns.ts'
import { sortTrades } from '../trades/trade-order.ts'
import type { Trades } from '../trades/trades.ts'
import { lowerBoundTs } from '../trades/lower-bound-ts.ts'
import type { Span } from './ranges.ts'
import type { ZoneFold, ZoneRun } from './zone-fold.ts'

/** Trades that may lie in the part folded anew with every frame before older ones are settled. */
const FRESH_LIMIT = 512
/** A live trade is never older than the watermark by more than this (stream rule 2). */
export const LATE_MS = 2000

/**
 * The part of a chart that is not closed for good (stream rule 5): the fold of the closed minutes of the open bar, and
 * the raw trades of the minutes that are not closed. Bars = fold(closed minutes) + fold(tail), whatever order the trades
 * came in.
 *
 * Trades that nothing can precede any more are folded once ("settled") so that a frame costs its own trades and the cells
 * of the open bar, not the whole tail; a trade that comes before them all the same undoes that.
 */
export class LiveZone {
  readonly #fold: ZoneFold
  readonly #step: number
  readonly #gaps: TailGap[]
  /** Fold of the closed minutes; states say whether they were complete, never "open". */
  #base: ZoneRun | null
  #settled: ZoneRun | null
  #settledTail: Trades = emptyTrades()
  #fresh: Trades = emptyTrades()
  /** When each of the bars that were shown last is over. */
  #ends: readonly number[] = []

  /** `step` is the one of the open bar: 1 where the raw point of control is wanted. */
  constructor(fold: ZoneFold, step: number, open: Bars | null, tail: Trades, gaps: readonly TailGap[]) {
    this.#fold = fold
    this.#step = step
    this.#gaps = [...gaps]
    this.#base =
      open === null || open.length === 0
        ? null
        : this.#plain(fold.begin(withStates(open, (i) => Math.max(open.state[i], BAR_COMPLETE))))
    this.#settled = this.#base
    this.insert(tail)
  }

  /** The tape begins at `ts`: what traded before is unknown, so a bar that starts earlier is not complete. */
  beginAt(ts: number): void {
    this.#gaps.push({ from: -Infinity, to: ts - 1, state: 'incomplete' })
  }

  /** Adds trades of minutes that are not closed, in any order. */
  insert(trades: Trades): void {
    if (trades.length === 0) return
    const settled = this.#settledTail
    this.#fresh = sortTrades(concatTrades([this.#fresh, sortTrades(trades)]))
    if (settled.length > 0 && this.#fresh.ts[0] <= settled.ts[settled.length - 1]) {
      this.#fresh = sortTrades(concatTrades([settled, this.#fresh]))
      this.#settledTail = emptyTrades()
      this.#settled = this.#base
    }
  }

  /** The trades of the tail behind log entry `seq`, in canonical order. */
  tailAfter(seq: number): Trades {
    const tail = concatTrades([this.#settledTail, this.#fresh])
    if (tail.seq === null) return emptyTrades()
    return filterTrades(
      tail,
      tail.seq.map((value) => (value > seq ? 1 : 0)),
    )
  }

  /** Start of the bar that the closed minutes left open, or that their end would begin. */
  startOf(closedUntil: number): number {
    return this.#fold.startOf(this.#base === null ? null : this.#base.bars, closedUntil)
  }

  /** All bars of the zone as they stand, at the zone's step, or null when there is none; open where they are not over. */
  bars(watermark: number): Bars | null {
    if (this.#fresh.length > FRESH_LIMIT) this.#settle(watermark - LATE_MS)
    const run = this.#join(this.#settled, this.#fresh)
    if (run === null) {
      this.#ends = []
      return null
    }
    const ends = Array.from({ length: run.bars.length }, (_, i) => this.#fold.endOf(run, i))
    this.#ends = ends
    return withStates(run.bars, (i) => (watermark >= ends[i] + LATE_MS ? run.bars.state[i] : BAR_OPEN))
  }

  /** Whether one of the bars shown last is over at the later watermark and was not at the earlier. */
  closesBar(before: number, after: number): boolean {
    return this.#ends.some((end) => end + LATE_MS > before && end + LATE_MS <= after)
  }

  /**
   * Closes the minutes before `until`: folds their trades for good.
   * Output  the bars that end at or before `until`, which leave the zone, or null.
   */
  closeMinutes(until: number): Bars | null {
    const tail = concatTrades([this.#settledTail, this.#fresh])
    const count = lowerBoundTs(tail, until)
    const folded = this.#join(this.#base, sliceTrades(tail, 0, count))
    this.#settledTail = emptyTrades()
    this.#fresh = sliceTrades(tail, count)
    let done = 0
    while (folded !== null && done < folded.bars.length && this.#fold.endOf(folded, done) <= until) done += 1
    this.#base =
      folded === null || done === folded.bars.length
        ? null
        : { bars: sliceBars(folded.bars, done), lastTs: folded.lastTs.slice(done) }
    this.#settled = this.#base
    return folded === null || done === 0 ? null : sliceBars(folded.bars, 0, done)
  }

  #settle(before: number): void {
    const count = lowerBoundTs(this.#fresh, before)
    if (count === 0) return
    const old = sliceTrades(this.#fresh, 0, count)
    this.#settled = this.#join(this.#settled, old)
    this.#settledTail = concatTrades([this.#settledTail, old])
    this.#fresh = sliceTrades(this.#fresh, count)
  }

  /** Fold of `before` and then the trades, which all lie behind it in canonical order. */
  #join(before: ZoneRun | null, trades: Trades): ZoneRun | null {
    if (trades.length === 0) return before
    const run = this.#fold.join(before, trades, this.#step)
    const touchedBy = (i: number): number => this.#stateOf(this.#fold.reach(run, i))
    return this.#plain({ ...run, bars: withStates(run.bars, (i) => Math.max(run.bars.state[i], touchedBy(i))) })
  }

  /** The raw point of control is known only at step 1: at any other it would come and go with the way trades are folded. */
  #plain(run: ZoneRun): ZoneRun {
    if (this.#step === 1) return run
    return { ...run, bars: { ...run.bars, rawPoc: new Int32Array(run.bars.length).fill(NO_ROW) } }
  }

  /** Bars that a gap of the tail touches, from the trade before it to the one after it, are not complete. */
  #stateOf({ from, to }: Span): number {
    let state = BAR_COMPLETE
    for (const gap of this.#gaps) {
      if (gap.from > to || gap.to < from) continue
      state = Math.max(state, gap.state === 'incomplete' ? BAR_INCOMPLETE : BAR_REPAIRING)
    }
    return state
  }
}

function withStates(bars: Bars, state: (i: number) => number): Bars {
  return { ...bars, state: Uint8Array.from(bars.state, (_, i) => state(i)) }
}
