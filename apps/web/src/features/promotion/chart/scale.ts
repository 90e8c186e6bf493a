import { DAY_MS } from '@flowprint/orderflow'

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least `value`; 1 for zero. */
export function niceMax(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return step * power
}

/** Ratio of an amount to `max`, both in USDT: only for the height of a bar. */
export function heightOf(amount: string, max: number): number {
  return Math.max(0, Math.min(1, Number(amount) / max))
}

/** The UTC date a number of days before `nowMs`, "2026-11-20". */
export function dayBefore(nowMs: number, days: number): string {
  return new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10)
}

/** Index of the bar at a share (0..1) of the width. */
export function indexAt(share: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(share * count)))
}
