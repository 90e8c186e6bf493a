import { BAR_COMPLETE, BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING } from '../bars/bars.ts'
import { sequenceEnd } from '../bars/sequence-bars.ts'
import type { SequenceRun } from '../bars/sequence-bars.ts'
import type { SequenceRule } from '../bars/sequence-rule.ts'
import { joinSpans } from './coverage.ts'
import type { CoverageGap, CoverageSpan } from './coverage.ts'

/**
 * `applyCoverage` for bars of fills or volume: writes the state of every closed bar; open bars stay open.
 *
 * Output  complete: the spans hold the bar from its first trade to its end (its last trade, or the 00:00 UTC that ended
 *         it short) and no gap touches its trades, both ends included. `until`: later time is ignored.
 * Cost    bars x gaps that touch them, one pass over spans.
 * Source  docs/formulas/tick-and-volume-bars.md, section "Missing trades".
 */
export function applySequenceCoverage(
  run: SequenceRun,
  rule: SequenceRule,
  gaps: readonly CoverageGap[],
  spans: readonly CoverageSpan[],
  until = Infinity,
): void {
  const { bars, lastTs } = run
  const { t, state, length } = bars
  const joined = joinSpans(spans)
  const sorted = [...gaps].sort((a, b) => a.fromTs - b.fromTs)
  let at = 0
  for (let i = 0; i < length; i++) {
    if (state[i] === BAR_OPEN) continue
    const start = Math.floor(t[i])
    const end = Math.min(sequenceEnd(run, i, rule), until)
    while (at < joined.length && joined[at].toTs < end) at += 1
    let worst = at < joined.length && joined[at].fromTs <= start ? BAR_COMPLETE : BAR_INCOMPLETE
    for (const gap of sorted) {
      if (gap.fromTs > lastTs[i]) break
      if (gap.toTs >= start) worst = Math.max(worst, gap.state === 'lost' ? BAR_INCOMPLETE : BAR_REPAIRING)
    }
    state[i] = worst
  }
}
