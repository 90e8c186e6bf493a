export interface Backoff {
  /** Delay after the first failure, ms. */
  readonly baseMs: number
  readonly maxMs: number
  /** Growth per failure; default 2. */
  readonly factor?: number
  /** Share of the delay that is random, 0 to 1, so that clients do not retry in lockstep; default 0. */
  readonly jitter?: number
}

/**
 * Exponential backoff: delay in ms before the attempt that follows `failures` consecutive failures (>= 1).
 *
 * Output  between (1 - jitter) and 1 times min(maxMs, baseMs x factor^(failures - 1)); the full delay for random 0.
 */
export function backoffMs(
  failures: number,
  { baseMs, maxMs, factor = 2, jitter = 0 }: Backoff,
  random: () => number = () => 0,
): number {
  const full = Math.min(maxMs, baseMs * factor ** Math.min(failures - 1, 30))
  return Math.round(full * (1 - jitter * random()))
}
