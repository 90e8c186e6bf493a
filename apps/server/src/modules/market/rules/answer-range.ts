import { barStart } from '@flowprint/orderflow'
import type { AnswerMeta, TailGap } from '@flowprint/orderflow'
import type { Coverage, History } from '../tape/index.ts'
import type { BarWindow } from './bar-window.ts'

/**
 * The time range an answer covers without a gap (`from` and `to` of AnswerMeta).
 * Rules   `from` is the start of the first bar when a limit cut off older ones; otherwise the requested start, or null
 * when none was requested (the answer begins with the tape).
 */
export function answerRange(
  history: History,
  window: BarWindow,
  leadIn: number,
  cycleMs: number,
): Pick<AnswerMeta, 'from' | 'to'> {
  const { bars, leadIn: got, sequence } = history
  if (sequence !== undefined) return { from: sequence.from, to: window.to ?? null }
  const inWindow = bars.length - got + barsOfTail(history, cycleMs)
  const cutByLimit = inWindow >= window.limit
  const first = bars.length > 0 ? bars.t[0] : firstOfTail(history, cycleMs)
  const to = window.to ?? null
  // Fewer bars before the window than requested: the tape begins with them.
  if (leadIn > 0) return { from: got < leadIn ? null : first, to }
  return { from: cutByLimit ? first : (window.from ?? null), to }
}

function barsOfTail({ open, tail }: History, cycleMs: number): number {
  const starts = new Set<number>(open === null ? [] : open.t)
  for (let i = 0; i < tail.length; i++) starts.add(barStart(tail.ts[i], cycleMs))
  return starts.size
}

function firstOfTail({ open, tail }: History, cycleMs: number): number | null {
  if (open !== null && open.length > 0) return open.t[0]
  return tail.length > 0 ? barStart(tail.ts[0], cycleMs) : null
}

/**
 * Gaps that overlap the open minutes: the client sets the states of the bars it folds itself. Includes the time before
 * the first trade, which is unknown.
 */
export function tailGaps(coverage: Coverage, closedUntil: number | null): TailGap[] {
  if (closedUntil === null) return []
  const gaps = coverage.gaps
    .filter((gap) => gap.to >= closedUntil)
    .map(({ from, to, state }): TailGap => ({ from, to, state: state === 'lost' ? 'incomplete' : 'repairing' }))
  const first = coverage.from
  if (first === null || first <= closedUntil) return gaps
  return [{ from: closedUntil, to: first - 1, state: 'incomplete' }, ...gaps]
}
