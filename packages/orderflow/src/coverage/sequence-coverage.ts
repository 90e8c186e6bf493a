import { BAR_COMPLETE, BAR_INCOMPLETE, BAR_OPEN, BAR_REPAIRING } from '../bars/bars.ts'
import { sequenceEnd } from '../bars/sequence-bars.ts'
import type { SequenceRun } from '../bars/sequence-bars.ts'
import type { SequenceRule } from '../bars/sequence-rule.ts'
import { joinSpans } from './coverage.ts'
import type { CoverageHole, CoverageSpan } from './coverage.ts'

/**
 * `applyCoverage` for bars of fills or volume: writes the state of every closed bar; open bars stay open.
 *
 * Output  complete: the spans hold the bar from its first print to its end (its last print, or the 00:00 UTC that ended it
 *         short) and no hole touches its prints, both ends included. `until`: the time after it is not looked at.
 * Cost    bars x holes that touch them, one pass over spans.
 * Source  docs/formulas/tick-and-volume-bars.md, section "Missing trades".
 */
export function applySequenceCoverage(
  run: SequenceRun,
  rule: SequenceRule,
  holes: readonly CoverageHole[],
  spans: readonly CoverageSpan[],
  until = Infinity,
): void {
  const { bars, lastTs } = run
  const { t, state, length } = bars
  const joined = joinSpans(spans)
  const sorted = [...holes].sort((a, b) => a.fromTs - b.fromTs)
  let at = 0
  for (let i = 0; i < length; i++) {
    if (state[i] === BAR_OPEN) continue
    const start = Math.floor(t[i])
    const end = Math.min(sequenceEnd(run, i, rule), until)
    while (at < joined.length && joined[at].toTs < end) at += 1
    let worst = at < joined.length && joined[at].fromTs <= start ? BAR_COMPLETE : BAR_INCOMPLETE
    for (const hole of sorted) {
      if (hole.fromTs > lastTs[i]) break
      if (hole.toTs >= start) worst = Math.max(worst, hole.state === 'lost' ? BAR_INCOMPLETE : BAR_REPAIRING)
    }
    state[i] = worst
  }
}
