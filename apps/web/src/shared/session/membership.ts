/** Membership as the header shows it. */

/** The date until which a membership runs, YYYY.MM.DD where the reader lives; null: none, or it is over. */
export function membershipUntil(expireTime: string | null, nowMs: number): string | null {
  const endMs = expireTime === null ? Number.NaN : Date.parse(expireTime)
  // At its very end it is over, as on the server.
  if (!(endMs > nowMs)) return null
  const end = new Date(endMs)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${end.getFullYear()}.${two(end.getMonth() + 1)}.${two(end.getDate())}`
}
