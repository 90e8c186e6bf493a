/**
 * How an attempt to repair a gap ended.
 * missing: the venue answered and does not have the trades. beyond: it cannot be asked that far back any more.
 * unproven: its list ends before the gap does. failed: it could not be asked now.
 */
export type RepairOutcome = 'missing' | 'beyond' | 'unproven' | 'failed'

export interface NextStep {
  readonly state: 'repairing' | 'open' | 'lost'
  /** Until the next attempt. */
  readonly waitMs: number
}

/** REST may be some seconds behind the stream: what it does not have is asked for again before it is given up. */
const WAITS_MS = [1_000, 5_000]
const FAILED_BASE_MS = 1_000
const FAILED_MAX_MS = 600_000
/** A venue that names no limit is asked for this long. */
const LONGEST_MS = 7 * 86_400_000

/**
 * What becomes of a gap after an attempt that left some of it.
 *
 * Input   attempts: how many there were, this one included; ageMs: since the last trade of the gap; reachMs: how far back
 *         the venue can be asked, null where it names no limit; jitter: [0, 1).
 */
export function decideNext(
  outcome: RepairOutcome,
  attempts: number,
  ageMs: number,
  reachMs: number | null,
  jitter: number,
): NextStep {
  if (outcome === 'beyond' || ageMs > (reachMs ?? LONGEST_MS)) return { state: 'lost', waitMs: 0 }
  if (outcome === 'missing') {
    const waitMs = WAITS_MS[attempts - 1]
    return waitMs === undefined ? { state: 'lost', waitMs: 0 } : { state: 'repairing', waitMs }
  }
  const waitMs = outcome === 'unproven' ? WAITS_MS[attempts - 1] : undefined
  if (waitMs !== undefined) return { state: 'repairing', waitMs }
  const most = Math.min(FAILED_MAX_MS, FAILED_BASE_MS * 3 ** Math.min(attempts, 10))
  return { state: 'open', waitMs: most * (0.5 + jitter / 2) }
}
