import { BAR_COMPLETE, BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { lowerBoundT } from '../bars/bar-columns.ts'
import { barStart } from '../bars/cycles.ts'
import type { Trades } from '../trades/trades.ts'
import type { UnixMs } from '../units/units.ts'
import { DAY_MS } from '../time/durations.ts'

/** A time range in which all trades are known, except inside gaps: [fromTs, toTs) in ms. */
export interface CoverageSpan {
  readonly fromTs: UnixMs
  readonly toTs: UnixMs
}

/** A gap between the trades at `fromTs` and `toTs`: open, being repaired, or lost. */
export interface CoverageGap {
  readonly fromTs: UnixMs
  readonly toTs: UnixMs
  readonly state: 'open' | 'repairing' | 'lost'
}

/**
 * The time range covered by a sorted run of trades.
 *
 * Output  `wholeDays` (archive day files): from the first trade's UTC midnight to the one after the last trade.
 *         Otherwise from the first trade to the millisecond after the last. Null without trades.
 * Source  docs/formulas/completeness.md, section "Coverage".
 */
export function spanOfTrades(trades: Trades, wholeDays: boolean): CoverageSpan | null {
  if (trades.length === 0) return null
  const first = trades.ts[0]
  const last = trades.ts[trades.length - 1]
  if (!wholeDays) return { fromTs: first, toTs: last + 1 }
  return { fromTs: barStart(first, DAY_MS), toTs: barStart(last, DAY_MS) + DAY_MS }
}

/** Joins overlapping and touching spans, in any order, into ascending ones; drops empty ones. */
export function joinSpans(spans: readonly CoverageSpan[]): CoverageSpan[] {
  const sorted = spans.filter((span) => span.fromTs < span.toTs).sort((a, b) => a.fromTs - b.fromTs)
  const joined: CoverageSpan[] = []
  for (const span of sorted) {
    const last = joined[joined.length - 1]
    if (last !== undefined && span.fromTs <= last.toTs) {
      joined[joined.length - 1] = { fromTs: last.fromTs, toTs: Math.max(last.toTs, span.toTs) }
    } else {
      joined.push(span)
    }
  }
  return joined
}

/**
 * Writes the state of every closed bar into `bars.state`; open bars stay open.
 *
 * Input   gaps and spans in any order.
 * Output  complete: the whole bar [t, t + cycle) is inside the joined spans and no gap touches it. A gap touches every
 *         bar from the one that holds its first trade to the one that holds its last, both included: repairing while it
 *         is open or being repaired, incomplete once it is lost. A bar outside or only partly inside the spans is
 *         incomplete. The worse state wins.
 * Cost    one pass over the bars, and over the bars of each gap.
 * Source  docs/formulas/completeness.md.
 */
export function applyCoverage(bars: Bars, gaps: readonly CoverageGap[], spans: readonly CoverageSpan[]): void {
  const { t, state, cycleMs, length } = bars
  const joined = joinSpans(spans)
  let at = 0
  for (let i = 0; i < length; i++) {
    if (state[i] === BAR_OPEN) continue
    while (at < joined.length && joined[at].toTs < t[i] + cycleMs) at += 1
    state[i] = at < joined.length && joined[at].fromTs <= t[i] ? BAR_COMPLETE : BAR_INCOMPLETE
  }
  for (const gap of gaps) {
    const touched = gap.state === 'lost' ? BAR_INCOMPLETE : BAR_REPAIRING
    for (let i = lowerBoundT(bars, barStart(gap.fromTs, cycleMs)); i < length && t[i] <= gap.toTs; i++) {
      if (state[i] !== BAR_OPEN && state[i] < touched) state[i] = touched
    }
  }
}
