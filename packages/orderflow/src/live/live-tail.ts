import { BAR_COMPLETE, BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING, NO_ROW, sliceBars } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import type { TailGap } from '../codec/answer.ts'
import { concatTrades, emptyTrades, filterTrades, lowerBoundTs, sliceTrades } from '../trades/trades.ts'
import type { Trades } from '../trades/trades.ts'
import { sortTrades } from '../trades/merge-trades.ts'
import type { Span } from './loaded-pages.ts'
import { aggregateTrades } from '../bars/aggregate-trades.ts'
import { concatBars } from '../bars/bar-arena.ts'
import { composeBars } from '../bars/compose-bars.ts'
import { barStart } from '../bars/cycles.ts'
import { continueSequence, sequenceEnd } from '../bars/sequence-bars.ts'
import type { SequenceRun } from '../bars/sequence-bars.ts'
import { dayEndOf } from '../bars/sequence-rule.ts'
import type { SequenceRule } from '../bars/sequence-rule.ts'
import { DAY_MS } from '../time.ts'

/** Number of unsettled trades, refolded with every frame, above which older ones are settled. */
const FRESH_LIMIT = 512
/** Maximum age of a live trade relative to the watermark (stream rule 2). */
export const LATE_MS = 2000

/**
 * The live tail of a chart (stream rule 5): the bars of the closed minutes of the open bar, and the raw trades of the
 * minutes that are not closed. Bars = fold(closed minutes) + fold(tail), independent of the order in which trades
 * arrive.
 *
 * Trades that no later trade can precede are folded once ("settled"), so that the cost of a frame depends on its trades
 * and the cells of the open bar, not on the whole tail; a trade that still arrives before them undoes this.
 */
export class LiveTail {
  readonly #fold: TailFold
  readonly #step: number
  readonly #gaps: TailGap[]
  /** Bars of the closed minutes; their states say whether they were complete, never "open". */
  #base: SequenceRun | null
  #settled: SequenceRun | null
  #settledTail: Trades = emptyTrades()
  #fresh: Trades = emptyTrades()
  /** End of each of the bars shown last. */
  #ends: readonly number[] = []

  /** `step` is that of the open bar: 1 when the raw point of control is needed. */
  constructor(fold: TailFold, step: number, open: Bars | null, tail: Trades, gaps: readonly TailGap[]) {
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

  /** The tape begins at `ts`: earlier trades are unknown, so a bar that starts earlier is incomplete. */
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

  /** Trades of the tail after log entry `seq`, in canonical order. */
  tailAfter(seq: number): Trades {
    const tail = concatTrades([this.#settledTail, this.#fresh])
    if (tail.seq === null) return emptyTrades()
    return filterTrades(
      tail,
      tail.seq.map((value) => (value > seq ? 1 : 0)),
    )
  }

  /** Start of the bar left open by the closed minutes, or of the bar that would start at their end. */
  startOf(closedUntil: number): number {
    return this.#fold.startOf(this.#base === null ? null : this.#base.bars, closedUntil)
  }

  /** Current bars of the live tail at its step, or null when there are none; unfinished bars are open. */
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

  /** Whether one of the bars shown last ends between the two watermarks. */
  closesBar(before: number, after: number): boolean {
    return this.#ends.some((end) => end + LATE_MS > before && end + LATE_MS <= after)
  }

  /**
   * Closes the minutes before `until`: folds their trades permanently.
   * Output  the bars that end at or before `until`, which leave the live tail, or null.
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

  /** Appends trades to `before`; all of them follow it in canonical order. */
  #join(before: SequenceRun | null, trades: Trades): SequenceRun | null {
    if (trades.length === 0) return before
    const run = this.#fold.join(before, trades, this.#step)
    const touchedBy = (i: number): number => this.#stateOf(this.#fold.reach(run, i))
    return this.#plain({ ...run, bars: withStates(run.bars, (i) => Math.max(run.bars.state[i], touchedBy(i))) })
  }

  /** The raw point of control is known only at step 1; at other steps it would depend on how trades are folded. */
  #plain(run: SequenceRun): SequenceRun {
    if (this.#step === 1) return run
    return { ...run, bars: { ...run.bars, rawPoc: new Int32Array(run.bars.length).fill(NO_ROW) } }
  }

  /** Marks bars touched by a gap of the tail, from the trade before it to the one after it, as not complete. */
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

const UNKNOWN = new Float64Array(0)

/** Aggregation rules for one kind of bars: everything the live code needs to know about the kind. */
export interface TailFold {
  /** Bars of the closed minutes, as kept in the live tail. */
  begin(open: Bars): SequenceRun
  /** Appends trades to `before`; all of them follow it in canonical order. At least one trade. */
  join(before: SequenceRun | null, trades: Trades, step: number): SequenceRun
  /** End of bar i, ms. */
  endOf(run: SequenceRun, i: number): number
  /** The time range in which trades, or gaps, affect bar i: both ends inclusive. */
  reach(run: SequenceRun, i: number): Span
  /** Start of the live tail: the start of its first bar if a trade came right after the closed minutes. */
  startOf(open: Bars | null, closedUntil: number): number
  /** Expands a span to the edges of all bars that a change within it may affect. */
  touched(span: Span): Span
}

export function timeFold(cycleMs: number): TailFold {
  return {
    begin: (bars) => ({ bars, lastTs: UNKNOWN }),
    join(before, trades, step) {
      const made = aggregateTrades(trades, { cycleMs, step })
      return { bars: before === null ? made : composeBars(concatBars([before.bars, made]), cycleMs), lastTs: UNKNOWN }
    },
    endOf: ({ bars }, i) => bars.t[i] + cycleMs,
    reach: ({ bars }, i) => ({ from: bars.t[i], to: bars.t[i] + cycleMs - 1 }),
    startOf: (_, closedUntil) => (Number.isFinite(closedUntil) ? barStart(closedUntil, cycleMs) : closedUntil),
    touched: ({ from, to }) => ({
      from: Number.isFinite(from) ? barStart(from, cycleMs) : from,
      to: Number.isFinite(to) ? barStart(to - 1, cycleMs) + cycleMs : to,
    }),
  }
}

/** Every bar of a day depends on all earlier trades of that day, so a change affects the rest of the day. */
export function sequenceFold(rule: SequenceRule): TailFold {
  return {
    begin: (bars) => ({ bars, lastTs: Float64Array.from(bars.t, Math.floor) }),
    join: (before, trades, step) => continueSequence(before, trades, rule, step),
    endOf: (run, i) => sequenceEnd(run, i, rule),
    reach: ({ bars, lastTs }, i) => ({ from: Math.floor(bars.t[i]), to: lastTs[i] }),
    startOf: (open, closedUntil) => (open === null || open.length === 0 ? closedUntil : open.t[0]),
    touched: ({ from, to }) => ({
      from: Number.isFinite(from) ? dayEndOf(from) - DAY_MS : from,
      to: Number.isFinite(to) ? dayEndOf(to - 1) : to,
    }),
  }
}
