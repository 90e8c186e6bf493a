const FIRST_MS = 500
const LONGEST_MS = 30_000

/**
 * How long to wait before the next try: doubles from half a second up to 30 s, then shortened by up to half so that
 * clients that fell off together do not come back together. Input: tries that failed in a row (>= 1), random in [0, 1).
 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10))
  return Math.round(full * (1 - random / 2))
}
