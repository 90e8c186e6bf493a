import type { StatisticKey } from '../api.ts'
import type { TextWidth } from '../format/quantity-text.ts'

/** Rows of the table from top to bottom. */
export const STATISTICS: readonly StatisticKey[] = ['volume', 'delta', 'deltaPercent', 'maxDelta', 'minDelta', 'trades']

/** Preferred row height of the table, CSS px. */
export const STATISTIC_ROW = 17
const FONT = 11
const MIN_FONT = 9

export interface StatisticFit {
  readonly fontPx: number
  /** Null if columns are too narrow for figures. */
  readonly textWidth: TextWidth | null
}

/** Device y of the upper edge of a row of the table; row STATISTICS.length is the bottom. */
export function statisticRow(row: number, heightPx: number): number {
  return Math.round((row * heightPx) / STATISTICS.length)
}

/** Figures that fit a column: five characters and a sign, else four, three, none. */
export function fitStatistics(columnPx: number, heightPx: number, ratio: number, digit: number): StatisticFit {
  const row = heightPx / STATISTICS.length
  for (const textWidth of [5, 4, 3] as const) {
    // One more character for a sign or percent mark, and padding at both sides.
    const fontPx = Math.floor(Math.min(FONT * ratio, row * 0.75, columnPx / ((textWidth + 1) * digit + 0.3)))
    if (fontPx >= Math.floor(MIN_FONT * ratio)) return { fontPx, textWidth }
  }
  return { fontPx: Math.floor(MIN_FONT * ratio), textWidth: null }
}
