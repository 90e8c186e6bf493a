import { HOUR_MS, SECOND_MS, MINUTE_MS } from '@flowprint/orderflow'

/** Delay after the first, second, … failed attempt: alerts age quickly. */
const DELAYS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS]
/** Events older than this are not delivered any more. */
export const TOO_OLD_MS = 2 * HOUR_MS

/** Result of an attempt. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** No target, or above the daily limit. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** A retry would fail the same way. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number | null }

/** Time of the next attempt, or null to give up. */
export function decideRetry(
  attempts: number,
  createdAt: number,
  now: number,
  retryAfterMs: number | null,
): number | null {
  if (attempts > DELAYS.length) return null
  const at = now + Math.max(DELAYS[attempts - 1], retryAfterMs ?? 0)
  return at - createdAt > TOO_OLD_MS ? null : at
}

/** Outcome of an HTTP status: accepted, rejected permanently, or to be retried. */
export function outcomeOf(status: number, retryAfterMs: number | null): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = `status ${status}`
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'failed', reason, retryAfterMs }
  return { kind: 'refused', reason }
}
