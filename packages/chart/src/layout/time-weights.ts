import { MINUTE_MS, HOUR_MS, DAY_MS } from '@flowprint/orderflow'
import type { TimeLevel } from '../api.ts'

/** Weights of time axis marks: higher weights are placed first. */
export const TIME_WEIGHTS = {
  none: 0,
  second: 10,
  minute: 18,
  minutes5: 20,
  minutes15: 22,
  minutes30: 24,
  hour: 30,
  hours3: 34,
  hours6: 36,
  hours12: 38,
  day: 50,
  month: 60,
  year: 70,
} as const

/**
 * Weight of a bar's mark: the largest unit of local time that begins between the previous bar and this one.
 *
 * Input   local times (UTC plus the zone's offset) in ms, ascending.
 * Ties    none: units are checked from the largest down.
 */
export function computeTimeWeight(before: number, at: number): number {
  const a = new Date(before)
  const b = new Date(at)
  if (a.getUTCFullYear() !== b.getUTCFullYear()) return TIME_WEIGHTS.year
  if (a.getUTCMonth() !== b.getUTCMonth()) return TIME_WEIGHTS.month
  if (begins(before, at, DAY_MS)) return TIME_WEIGHTS.day
  if (begins(before, at, 12 * HOUR_MS)) return TIME_WEIGHTS.hours12
  if (begins(before, at, 6 * HOUR_MS)) return TIME_WEIGHTS.hours6
  if (begins(before, at, 3 * HOUR_MS)) return TIME_WEIGHTS.hours3
  if (begins(before, at, HOUR_MS)) return TIME_WEIGHTS.hour
  if (begins(before, at, 30 * MINUTE_MS)) return TIME_WEIGHTS.minutes30
  if (begins(before, at, 15 * MINUTE_MS)) return TIME_WEIGHTS.minutes15
  if (begins(before, at, 5 * MINUTE_MS)) return TIME_WEIGHTS.minutes5
  if (begins(before, at, MINUTE_MS)) return TIME_WEIGHTS.minute
  if (begins(before, at, 1000)) return TIME_WEIGHTS.second
  return TIME_WEIGHTS.none
}

function begins(before: number, at: number, unit: number): boolean {
  return Math.floor(before / unit) !== Math.floor(at / unit)
}

/** Granularity of a mark's label. Marks off the minute show seconds. */
export function timeLevel(weight: number, localTime: number): TimeLevel {
  if (weight >= TIME_WEIGHTS.year) return 'year'
  if (weight >= TIME_WEIGHTS.month) return 'month'
  if (weight >= TIME_WEIGHTS.day) return 'day'
  return localTime % MINUTE_MS === 0 ? 'minute' : 'second'
}
