import { DEFAULT_BARS, MAX_BARS } from '@flowprint/contract'
import { barStart } from '@flowprint/orderflow'

/** Requested bars: those that start in [from, to), at most `limit`, the newest of them. */
export interface BarWindow {
  /** Starts of bars, ms; absent = unbounded on that side. */
  readonly from?: number
  readonly to?: number
  readonly limit: number
}

/**
 * Aligns a time window to the bars that start in it.
 * Input   times in ms; `to` in the future means up to now.
 * Output  `from` and `to` are starts of bars, so that no bar is cut.
 */
export function barWindow(
  asked: { readonly from?: number; readonly to?: number; readonly limit?: number },
  cycleMs: number,
  nowMs: number,
): BarWindow {
  const from = asked.from === undefined ? {} : { from: firstStartAt(asked.from, cycleMs) }
  const to = asked.to === undefined || asked.to > nowMs ? {} : { to: firstStartAt(asked.to, cycleMs) }
  return { ...from, ...to, limit: asked.limit ?? (asked.from === undefined ? DEFAULT_BARS : MAX_BARS) }
}

/** The first bar start at or after t; bars without a duration (0) may start at any time. */
export function firstStartAt(t: number, cycleMs: number): number {
  if (cycleMs === 0) return t
  const start = barStart(t, cycleMs)
  return start === t ? t : start + cycleMs
}

/** Upper bound of the number of bars in the window within the stored range; bars without trades do not exist. */
export function barsPossible(
  window: BarWindow,
  cycleMs: number,
  stored: { readonly from: number | null; readonly to: number | null },
): number {
  if (stored.from === null || stored.to === null) return 0
  const from = Math.max(window.from ?? 0, barStart(stored.from, cycleMs))
  const to = Math.min(window.to ?? Infinity, barStart(stored.to, cycleMs) + cycleMs)
  return Math.max(0, Math.round((to - from) / cycleMs))
}
