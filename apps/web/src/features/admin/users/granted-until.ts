const DAY_MS = 86_400_000
const DAYS_MAX = 3660

/** Days as typed; null for what cannot be granted. */
export function daysOf(text: string): number | null {
  const days = Number(text.trim())
  return /^\d{1,4}$/.test(text.trim()) && days >= 1 && days <= DAYS_MAX ? days : null
}

/** Where a membership ends after so many more days: from its end, or from now where it has none. */
export function grantedUntil(expireTime: string | null, days: number, nowMs: number): string {
  const end = expireTime === null ? nowMs : Math.max(nowMs, Date.parse(expireTime))
  return new Date(end + days * DAY_MS).toISOString()
}
