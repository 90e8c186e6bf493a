import { MAX_GRANT_DAYS } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'

/** Parses days; null when not allowed. */
export function daysOf(text: string): number | null {
  const days = Number(text.trim())
  return /^\d{1,4}$/.test(text.trim()) && days >= 1 && days <= MAX_GRANT_DAYS ? days : null
}

/** End of a membership after additional days: from its current end, or from now without one. */
export function grantedUntil(expireTime: string | null, days: number, nowMs: number): string {
  const end = expireTime === null ? nowMs : Math.max(nowMs, Date.parse(expireTime))
  return new Date(end + days * DAY_MS).toISOString()
}
