import { MINUTE_MS } from '@flowprint/orderflow'

/** Delay after the first, second, … failed attempt; after one more failure the mail is given up. */
const DELAYS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 720 * MINUTE_MS]

/** Max attempts per mail. */
export const MAX_ATTEMPTS = DELAYS.length + 1

export type Verdict = { readonly retryAt: number } | { readonly giveUp: string }

/**
 * Decides what follows the `attempts`-th failed attempt. Permanent rejections of recipient or message (5yz) are not
 * retried; rejected credentials or connection failures are our problem and may pass.
 */
export function decideRetry(attempts: number, error: unknown, now: number, expiresAt: number | null): Verdict {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const refused =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
  if (refused) return { giveUp: 'refused for good' }
  if (attempts >= MAX_ATTEMPTS) return { giveUp: `${attempts} attempts` }
  const retryAt = now + DELAYS[attempts - 1]
  return expiresAt !== null && retryAt >= expiresAt
    ? { giveUp: 'its link would be dead by the next attempt' }
    : { retryAt }
}
