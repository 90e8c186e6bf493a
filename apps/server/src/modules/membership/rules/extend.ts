import type { ReversalScope } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { addYear } from './calendar.ts'

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
