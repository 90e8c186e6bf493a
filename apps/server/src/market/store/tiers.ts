import { MINUTE_MS, HOUR_MS, DAY_MS, barStart } from '@flowprint/orderflow'

/** Max lag of a live trade behind the watermark, and the delay after which a minute closes (stream rules 2 and 6). */
export const LATE_MS = 2_000

export type TierName = '1m' | '1h' | '1d'

/** Bars of one length, stored in blocks; a block of one tier spans one bar of the next. */
export interface Tier {
  readonly name: TierName
  readonly barMs: number
  readonly blockStart: (t: number) => number
  readonly blockEnd: (blockTs: number) => number
}

const month = (t: number, add: number): number => {
  const date = new Date(t)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + add)
}

export const TIERS: readonly Tier[] = [
  { name: '1m', barMs: MINUTE_MS, blockStart: (t) => floorTo(t, HOUR_MS), blockEnd: (blockTs) => blockTs + HOUR_MS },
  { name: '1h', barMs: HOUR_MS, blockStart: (t) => floorTo(t, DAY_MS), blockEnd: (blockTs) => blockTs + DAY_MS },
  { name: '1d', barMs: DAY_MS, blockStart: (t) => month(t, 0), blockEnd: (blockTs) => month(blockTs, 1) },
]

export const monthStart = (t: number): number => month(t, 0)
export const nextMonth = (t: number): number => month(t, 1)
export const floorTo = (t: number, unit: number): number => Math.floor(t / unit) * unit
export const ceilTo = (t: number, unit: number): number => Math.ceil(t / unit) * unit

/** Minutes before this time are closed at that watermark; same formula as in the browser (stream rule 6). */
export const closedUntilAt = (watermark: number): number => floorTo(watermark - LATE_MS, MINUTE_MS)

/** Start of the first bar of the cycle that begins at or after `t`. */
export const nextBarStart = (t: number, cycleMs: number): number => {
  const start = barStart(t, cycleMs)
  return start === t ? t : start + cycleMs
}
