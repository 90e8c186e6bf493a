import { DAY_MS, barStart, lowerBoundT, type Bars } from '@flowprint/orderflow'
import type { TimeRange } from './session-windows.ts'

/**
 * The loaded bars [first, end) that contain exactly the trades of a range; null when the range begins before the oldest
 * loaded bar or cuts a bar. `fromBeginning`: nothing older exists.
 */
export function loadedRange(
  bars: Bars,
  { from, to }: TimeRange,
  fromBeginning: boolean,
): { first: number; end: number } | null {
  const { t, length, cycleMs } = bars
  if (length === 0 || (t[0] > from && !fromBeginning)) return null
  // Trade bars begin where the last one ended, and restart every UTC day.
  const unit = cycleMs > 0 ? cycleMs : DAY_MS
  const cutsNone = (at: number) => barStart(at, unit) === at
  const isBehind = to > (cycleMs > 0 ? t[length - 1] + cycleMs - 1 : barStart(t[length - 1], DAY_MS) + DAY_MS - 1)
  if (!cutsNone(from) || !(cutsNone(to) || isBehind)) return null
  return { first: lowerBoundT(bars, from), end: lowerBoundT(bars, to) }
}

/**
 * The range of whole bars from the one that contains `a` to the one that contains `b`, in either order: their time, and
 * for loaded bars without a fixed length their indices.
 */
export function wholeBars(
  bars: Bars,
  a: number,
  b: number,
): TimeRange & { readonly whole?: { readonly first: number; readonly end: number } } {
  const [early, late] = a <= b ? [a, b] : [b, a]
  const { t, length, cycleMs } = bars
  if (cycleMs > 0) return { from: barStart(early, cycleMs), to: barStart(late, cycleMs) + cycleMs }
  if (length === 0 || t[0] > early) return { from: early, to: late + 1 }
  const first = lowerBoundT(bars, early + 1) - 1
  const end = lowerBoundT(bars, late + 1)
  return { from: t[first], to: end < length ? t[end] : late + 1, whole: { first, end } }
}
