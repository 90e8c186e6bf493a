import { barStart, cycleMsOf, DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import { LEAD_IN_BARS, SCAN_INTERVALS } from '@flowprint/contract'

/** Durations of the intervals, ms. */
export const SCAN_INTERVALS_MS: readonly number[] = SCAN_INTERVALS.map((interval) => cycleMsOf(interval) as number)

/** Rows are kept, and computed later when the scanner paused, for at least this long. */
const MIN_KEPT_MS = 10 * MINUTE_MS

/** Number of rows kept of a market: those a delayed reader needs, and one before. */
export const keptBars = (intervalMs: number, delayMs: number): number =>
  Math.ceil(Math.max(delayMs, MIN_KEPT_MS) / intervalMs) + 2

export interface PlanInput {
  readonly intervalMs: number
  readonly delayMs: number
  /** Minutes before it are bars, ms. */
  readonly closedUntil: number
  /** Start of the newest stored row; null: none. */
  readonly newestT: number | null
  /** Time changed by revisions since the rows were computed, [from, to) in ms. */
  readonly revised: { readonly from: number; readonly to: number } | null
}

/** The bars whose rows must be computed: [from, to) in ms, by their starts; null: none. */
export function planRows({ intervalMs, delayMs, closedUntil, newestT, revised }: PlanInput): {
  readonly from: number
  readonly to: number
} | null {
  const to = barStart(closedUntil, intervalMs)
  const oldest = to - keptBars(intervalMs, delayMs) * intervalMs
  let from = newestT === null ? oldest : Math.max(oldest, newestT + intervalMs)
  // Rows depend on the bars before them, and on the day.
  const reach = Math.max(LEAD_IN_BARS * intervalMs, DAY_MS)
  if (revised !== null && revised.to > oldest - reach)
    from = Math.min(from, Math.max(oldest, barStart(revised.from, intervalMs)))
  return from < to ? { from, to } : null
}
