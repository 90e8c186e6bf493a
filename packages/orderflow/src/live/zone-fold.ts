import { aggregateTrades } from '../bars/aggregate-trades.ts'
import { concatBars } from '../bars/bar-arena.ts'
import type { Bars } from '../bars/bars.ts'
import { composeBars } from '../bars/compose-bars.ts'
import { barStart } from '../bars/cycles.ts'
import { continueSequence, sequenceEnd } from '../bars/sequence-bars.ts'
import type { SequenceRun } from '../bars/sequence-bars.ts'
import { dayEndOf } from '../bars/sequence-cuts.ts'
import type { SequenceRule } from '../bars/sequence-rule.ts'
import type { Trades } from '../trades/trades.ts'
import type { Span } from './ranges.ts'
import { DAY_MS } from '../time/durations.ts'

const UNKNOWN = new Float64Array(0)

/** Bars of the live tail; `lastTs` only for tick and volume bars. */
export type ZoneRun = SequenceRun

/** Aggregation rules for one kind of bars: everything the live code needs to know about the kind. */
export interface ZoneFold {
  /** Bars of the closed minutes, as kept in the live tail. */
  begin(open: Bars): ZoneRun
  /** Appends trades to `before`; all of them follow it in canonical order. At least one trade. */
  join(before: ZoneRun | null, trades: Trades, step: number): ZoneRun
  /** End of bar i, ms. */
  endOf(run: ZoneRun, i: number): number
  /** The time range in which trades, or gaps, affect bar i: both ends inclusive. */
  reach(run: ZoneRun, i: number): Span
  /** Start of the live tail: the start of its first bar if a trade came right after the closed minutes. */
  startOf(open: Bars | null, closedUntil: number): number
  /** Expands a span to the edges of all bars that a change within it may affect. */
  touched(span: Span): Span
}

export function timeFold(cycleMs: number): ZoneFold {
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
export function sequenceFold(rule: SequenceRule): ZoneFold {
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
