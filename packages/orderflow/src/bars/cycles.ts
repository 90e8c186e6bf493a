import type { DurationMs, UnixMs } from '../units/units.ts'
import { MINUTE_MS, HOUR_MS, DAY_MS, WEEK_MS } from '../time/durations.ts'

/** 1970-01-05, the first Monday after the epoch. */
const FIRST_MONDAY = 4 * DAY_MS

/** The time cycles, finest first. Every cycle from 1m on is a multiple of 1m. */
export const CYCLES = [
  { value: '15s', ms: 15_000 },
  { value: '30s', ms: 30_000 },
  { value: '1m', ms: MINUTE_MS },
  { value: '3m', ms: 3 * MINUTE_MS },
  { value: '5m', ms: 5 * MINUTE_MS },
  { value: '15m', ms: 15 * MINUTE_MS },
  { value: '30m', ms: 30 * MINUTE_MS },
  { value: '1h', ms: HOUR_MS },
  { value: '2h', ms: 2 * HOUR_MS },
  { value: '4h', ms: 4 * HOUR_MS },
  { value: '6h', ms: 6 * HOUR_MS },
  { value: '12h', ms: 12 * HOUR_MS },
  { value: '1d', ms: DAY_MS },
  { value: '1w', ms: WEEK_MS },
] as const

export type CycleName = (typeof CYCLES)[number]['value']

/** Length of a named cycle in ms, or undefined for an unknown name. */
export function cycleMsOf(value: string): number | undefined {
  return CYCLES.find((cycle) => cycle.value === value)?.ms
}

/** Name of a cycle of that length, or undefined. */
export function cycleNameOf(cycleMs: number): CycleName | undefined {
  return CYCLES.find((cycle) => cycle.ms === cycleMs)?.value
}

/**
 * Start of the bar that contains time `t`: multiples of the cycle since the UTC epoch, the week from Monday 00:00 UTC.
 * A time on the edge belongs to the bar that starts there.
 */
export function barStart(t: UnixMs, cycleMs: DurationMs): UnixMs {
  if (cycleMs === WEEK_MS) return Math.floor((t - FIRST_MONDAY) / WEEK_MS) * WEEK_MS + FIRST_MONDAY
  return Math.floor(t / cycleMs) * cycleMs
}
