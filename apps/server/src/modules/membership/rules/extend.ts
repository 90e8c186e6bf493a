import type { ReversalScope } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'

/** The same time one calendar year later (UTC); 29 February becomes 28 February. ms since the epoch. */
export function addYear(ms: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  // The year has no such day, so JavaScript moved on to 1 March.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

/** A time range of membership, [from, to) in ms since the epoch. */
export interface Extension {
  readonly from: number
  readonly to: number
}

/** Whole days of 24 hours, or a calendar year. */
export type Length = number | 'year'

/** Inactive if there never was a membership, or it ended now or before. */
export function isActive(expireTime: number | null, now: number): boolean {
  return expireTime !== null && expireTime > now
}

/**
 * Expire time of a membership without the time range that an order gave.
 *
 * all     removes the full length of the range, so days already used reduce the remaining time.
 * ahead   removes only the part of the range after `at`.
 *
 * Input   `given`: the current range of the order, moved by reversals of preceding orders.
 */
export function computeReversal(expireTime: number, given: Extension, scope: ReversalScope, at: number): number {
  if (scope === 'all') return expireTime - (given.to - given.from)
  return expireTime - Math.max(0, given.to - Math.max(given.from, at))
}

/** The range that a length granted at `at` adds: after the remaining time, or from `at` if none remains. */
export function computeExtension(expireTime: number | null, at: number, length: Length): Extension {
  const from = isActive(expireTime, at) ? (expireTime as number) : at
  return { from, to: length === 'year' ? addYear(from) : from + length * DAY_MS }
}

/** The recorded facts of one ledger entry, without values derived from them. */
export type LedgerEntry =
  | { readonly kind: 'grant' | 'trial'; readonly at: number; readonly days: number }
  | { readonly kind: 'purchase'; readonly at: number; readonly orderId: number }
  | { readonly kind: 'reversal'; readonly at: number; readonly orderId: number; readonly scope: ReversalScope }

/**
 * Recomputes the expire time from the ledger entries in the order they were written; null if there are none. A reversal
 * revokes the time that its order gave, or the part of it that was still ahead.
 */
export function replayLedger(entries: readonly LedgerEntry[]): number | null {
  let expireTime: number | null = null
  const given = new Map<number, Extension>()
  for (const entry of entries) {
    if (entry.kind === 'reversal') {
      const before: number = expireTime ?? entry.at
      expireTime = computeReversal(
        before,
        given.get(entry.orderId) ?? { from: entry.at, to: entry.at },
        entry.scope,
        entry.at,
      )
      shiftLaterOrders(given, entry.orderId, before - expireTime)
      continue
    }
    const { from, to } = computeExtension(expireTime, entry.at, entry.kind === 'purchase' ? 'year' : entry.days)
    if (entry.kind === 'purchase') given.set(entry.orderId, { from, to })
    expireTime = to
  }
  return expireTime
}

/** Moves the time of orders passed after the reversed one earlier by the revoked time. */
function shiftLaterOrders(given: Map<number, Extension>, reversedId: number, byMs: number): void {
  let isLater = false
  for (const [id, { from, to }] of given) {
    if (isLater) given.set(id, { from: from - byMs, to: to - byMs })
    if (id === reversedId) isLater = true
  }
}
