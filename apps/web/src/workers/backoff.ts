const FIRST_MS = 500
const LONGEST_MS = 30_000

/**
 * Reconnect delay: doubles from 0.5 s to 30 s per consecutive failure, with up to 50 % jitter so that clients do not
 * reconnect in lockstep. Input: consecutive failures (>= 1), random in [0, 1).
 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return Math.round(full * (1 - random / 2))
}
