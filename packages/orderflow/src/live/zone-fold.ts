import { aggregateTrades } from '../bars/aggregate-trades.ts'
import { concatBars } from '../bars/bar-columns.ts'
import type { Bars } from '../bars/bars.ts'
import { composeBars } from '../bars/compose-bars.ts'
import { barStart } from '../bars/cycles.ts'
import { continueSequence, sequenceEnd } from '../bars/sequence-bars.ts'
import type { SequenceRun } from '../bars/sequence-bars.ts'
import { dayEndOf } from '../bars/sequence-cuts.ts'
import type { SequenceRule } from '../bars/sequence-rule.ts'
import type { Trades } from '../trades/trades.ts'
import type { Span } from './ranges.ts'

const DAY = 86_400_000
const UNKNOWN = new Float64Array(0)

/** Bars of the zone; `lastTs` only where bars have no length in time. */
export type ZoneRun = SequenceRun

/** How trades become bars of one kind: all that the live half of the stream has to know about the kind. */
export interface ZoneFold {
  /** The fold of the closed minutes, as the zone keeps it. */
  begin(open: Bars): ZoneRun
  /** `before` and then the trades, which all lie behind it in canonical order. At least one trade. */
  join(before: ZoneRun | null, trades: Trades, step: number): ZoneRun
  /** When bar i is over, ms. */
  endOf(run: ZoneRun, i: number): number
  /** The time within which trades, or their absence, touch bar i: both ends included. */
  reach(run: ZoneRun, i: number): Span
  /** Start of the zone: of its first bar, were there trades right behind the closed minutes. */
  startOf(open: Bars | null, closedUntil: number): number
  /** Bars that a change within the span may change: moved out to their edges. */
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

/** Every bar of a day depends on all the trades before it in that day: a change reaches to the end of the day. */
export function sequenceFold(rule: SequenceRule): ZoneFold {
  return {
    begin: (bars) => ({ bars, lastTs: Float64Array.from(bars.t, Math.floor) }),
    join: (before, trades, step) => continueSequence(before, trades, rule, step),
    endOf: (run, i) => sequenceEnd(run, i, rule),
    reach: ({ bars, lastTs }, i) => ({ from: Math.floor(bars.t[i]), to: lastTs[i] }),
    startOf: (open, closedUntil) => (open === null || open.length === 0 ? closedUntil : open.t[0]),
    touched: ({ from, to }) => ({
      from: Number.isFinite(from) ? dayEndOf(from) - DAY : from,
      to: Number.isFinite(to) ? dayEndOf(to - 1) : to,
    }),
  }
}
