import { formatDay } from '../format/time.ts'

/** Membership as the header shows it. */

/** End date of a membership, YYYY.MM.DD in local time; null: none, or expired. */
export function membershipUntil(expireTime: string | null, nowMs: number): string | null {
  const endMs = expireTime === null ? Number.NaN : Date.parse(expireTime)
  // The end itself is exclusive, as on the server.
  if (!(endMs > nowMs)) return null
  return formatDay(new Date(endMs).toISOString(), 'zh')
}
