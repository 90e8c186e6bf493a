const SECOND = 1000
const MINUTE = 60 * SECOND

/** After the first, second, … failed attempt: alerts age quickly. */
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE]
/** What happened so long ago is history. */
export const TOO_OLD_MS = 2 * 60 * MINUTE

/** What an attempt came to. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** Nothing to send it to, or more than a day's share. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** It would fail the same way again. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs: number | null }

/** When the next attempt is, or null: given up. */
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

/** What the status of an answer means: accepted, refused for good, or worth another attempt. */
export function outcomeOf(status: number, retryAfterMs: number | null): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = `status ${status}`
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { kind: 'failed', reason, retryAfterMs }
  return { kind: 'refused', reason }
}
