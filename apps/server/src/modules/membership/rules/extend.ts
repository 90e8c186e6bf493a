import type { ReversalScope } from '@flowprint/contract'
import { addYear } from './calendar.ts'

const DAY_MS = 86_400_000

/** A stretch of membership, [from, to) in ms since the epoch. */
export interface Extension {
  readonly from: number
  readonly to: number
}

/** How long: whole days of 24 hours, or a year of the calendar. */
export type Length = number | 'year'

/** Expired means: never had one, or it ended now or before. */
export function isActive(expireTime: number | null, now: number): boolean {
  return expireTime !== null && expireTime > now
}

/**
 * Where a membership ends without the time that an order gave, whatever came since.
 *
 * all     as much time as the order gave, so days that were used are deducted from what remains.
 * ahead   of that time only what lies after `at`.
 *
 * Input   `given`: where the time of the order is now, earlier reversals of orders before it included.
 */
export function computeTakenBack(expireTime: number, given: Extension, scope: ReversalScope, at: number): number {
  if (scope === 'all') return expireTime - (given.to - given.from)
  return expireTime - Math.max(0, given.to - Math.max(given.from, at))
}

/** What a length given at `at` adds: behind the time that remains, or from `at` on where none does. */
export function computeExtension(expireTime: number | null, at: number, length: Length): Extension {
  const from = isActive(expireTime, at) ? (expireTime as number) : at
  return { from, to: length === 'year' ? addYear(from) : from + length * DAY_MS }
}
