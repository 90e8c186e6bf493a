const MINUTE = 60_000

/** After the first, second, … failed attempt; after one more than these the mail is given up. */
const DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE]

/** Attempts a mail has at most. */
export const MAX_ATTEMPTS = DELAYS.length + 1

export type Verdict = { readonly retryAt: number } | { readonly giveUp: string }

/**
 * What becomes of a mail after its `attempts`-th attempt failed. A server that refuses the recipient or the message for
 * good (5yz in that dialogue) is not asked again; refused credentials or no connection are our own trouble and may pass.
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
