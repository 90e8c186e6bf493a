import type { ChartSettings, StatisticKey } from '../api.ts'
import type { TextWidth } from '../format/number-text.ts'
import { NUMBER_ROW_PX, rowsThatFit } from './auto-scale.ts'

/** Rows of the table from top to bottom. */
export const STATISTICS: readonly StatisticKey[] = ['volume', 'delta', 'deltaPercent', 'maxDelta', 'minDelta', 'trades']

/** Preferred row height of the table, CSS px. */
const STATISTIC_ROW = 17
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

/** Preferred heights of the panes, CSS px, and the maximum share of the chart that they may take together. */
export const PANE_HEIGHTS: Readonly<Record<keyof ChartSettings['panes'], number>> = {
  volume: 68,
  cvd: 76,
  statistics: STATISTIC_ROW * STATISTICS.length,
}
/** Preferred height of an added pane. */
export const ADDED_HEIGHT = 64
const MAX_PANE_SHARE = 0.46
/** Assumed height of the time axis until the library has laid it out, and of the separators between panes, CSS px. */
export const TIME_AXIS = 26
export const SEPARATOR = 1

/** Lower panes (CSS px) cannot be read and are hidden; the bars keep at least this much. */
const MIN_PANE = 34
const MIN_TABLE = 12 * STATISTICS.length
const MIN_MAIN = 130

interface WantedPane {
  readonly name: string
  /** CSS px. */
  readonly height: number
}

/**
 * Heights of the panes of a chart, CSS px: the wanted ones, less where the chart is low. What would become too low to be
 * read is hidden: the table first, then the others from the last to the first.
 *
 * Input   plotHeight: height of bars and panes, CSS px; wanted: from top to bottom.
 * Output  by name; hidden panes are left out. Their sum is at most MAX_PANE_SHARE of the height.
 */
export function fitPanes(plotHeight: number, wanted: readonly WantedPane[]): ReadonlyMap<string, number> {
  const total = plotHeight - wanted.length * SEPARATOR
  const asked = wanted.reduce((sum, { height }) => sum + height, 0)
  const share = Math.min(1, Math.min(total * MAX_PANE_SHARE, total - MIN_MAIN) / asked)
  const isReadable = ({ name, height }: WantedPane) =>
    height * share >= Math.min(height, name === 'statistics' ? MIN_TABLE : MIN_PANE)
  if (wanted.every(isReadable)) return new Map(wanted.map(({ name, height }) => [name, height * share]))
  const table = wanted.findIndex(({ name }) => name === 'statistics')
  return fitPanes(plotHeight, wanted.toSpliced(table, 1))
}

/** Rows with readable numbers that fit the main pane of a chart of that height (CSS px) with these panes. */
export function rowsWithNumbers(chartHeight: number, panes: ChartSettings['panes']): number {
  const shown = (Object.keys(PANE_HEIGHTS) as (keyof typeof PANE_HEIGHTS)[]).filter((name) => panes[name])
  const plotHeight = chartHeight - TIME_AXIS
  const heights = fitPanes(
    plotHeight,
    shown.map((name) => ({ name, height: PANE_HEIGHTS[name] })),
  )
  const taken = [...heights.values()].reduce((sum, height) => sum + height + SEPARATOR, 0)
  return rowsThatFit(NUMBER_ROW_PX, Math.max(0, plotHeight - taken), 1)
}
