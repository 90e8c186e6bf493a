import { DAY_MS, backoffMs } from '@flowprint/orderflow'

/**
 * Outcome of an attempt to repair a gap. missing: the venue answered and does not have the trades. beyond: too old for
 * the venue. unproven: the venue's list ends before the gap does. failed: the venue could not be reached.
 */
export type RepairOutcome = 'missing' | 'beyond' | 'unproven' | 'failed'

export interface NextStep {
  readonly state: 'repairing' | 'open' | 'lost'
  /** Delay until the next attempt. */
  readonly waitMs: number
}

/** REST may be some seconds behind the stream: missing trades are requested again before the gap is given up. */
const WAITS_MS = [1_000, 5_000]
const FAILED = { baseMs: 3_000, maxMs: 600_000, factor: 3, jitter: 0.5 }
/** How long a venue without a documented limit is asked. */
const LONGEST_MS = 7 * DAY_MS

/**
 * Decides what happens to a gap after an attempt that left part of it.
 * Input   attempts: how many there were, including this one; ageMs: since the last trade of the gap; reachMs: how far
 * back the venue can be asked, null when undocumented; jitter: [0, 1).
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
  return { state: 'open', waitMs: backoffMs(attempts, FAILED, () => 1 - jitter) }
}
