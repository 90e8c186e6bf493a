import { DEFAULT_BARS, MAX_BARS } from '@flowprint/contract'
import { barStart } from '@flowprint/orderflow'

/** Which bars a request asks for: those whose start lies in [from, to), at most `limit`, the newest of them. */
export interface BarWindow {
  /** Starts of bars, ms; absent = open on that side. */
  readonly from?: number
  readonly to?: number
  readonly limit: number
}

/**
 * Moves a window of times to the bars that start in it.
 *
 * Input   times in ms; `to` in the future means "up to now".
 * Output  `from` and `to` are starts of bars, so that no bar is ever cut.
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

/** The first start of a bar at or after t; bars without a length in time (0) may start at any. */
export function firstStartAt(t: number, cycleMs: number): number {
  if (cycleMs === 0) return t
  const start = barStart(t, cycleMs)
  return start === t ? t : start + cycleMs
}

/** How many bars the window could hold within what is stored: an upper bound, since bars without trades do not exist. */
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
