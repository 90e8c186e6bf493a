const DAY_MS = 86_400_000

/** A stretch of membership, [from, to) in ms since the epoch. */
export interface Extension {
  readonly from: number
  readonly to: number
}

/** Expired means: never had one, or it ended now or before. */
export function isActive(expireTime: number | null, now: number): boolean {
  return expireTime !== null && expireTime > now
}

/** What `days` days given at `at` add: behind the days that remain, or from `at` on where none do. */
export function computeExtension(expireTime: number | null, at: number, days: number): Extension {
  const from = isActive(expireTime, at) ? (expireTime as number) : at
  return { from, to: from + days * DAY_MS }
}
