import type { ChartSettings, PaneName } from '../api.ts'
import { NUMBER_ROW_PX, rowsThatFit } from './auto-scale.ts'
import { STATISTIC_ROW, STATISTICS } from './statistic-fit.ts'

/** Preferred heights of the panes, CSS px, and the maximum share of the chart that they may take together. */
export const PANE_HEIGHTS: Readonly<Record<Exclude<PaneName, 'main'>, number>> = {
  volume: 68,
  cvd: 76,
  statistics: STATISTIC_ROW * STATISTICS.length,
}
export const MAX_PANE_SHARE = 0.46
/** Assumed height of the time axis until the library has laid it out, and of the separators between panes, CSS px. */
export const TIME_AXIS = 26
export const SEPARATOR = 1

/** Rows with readable numbers that fit the main pane of a chart of that height (CSS px) with these panes. */
export function rowsWithNumbers(chartHeight: number, panes: ChartSettings['panes']): number {
  const shown = (Object.keys(PANE_HEIGHTS) as (keyof typeof PANE_HEIGHTS)[]).filter((name) => panes[name])
  const total = Math.max(0, chartHeight - TIME_AXIS - shown.length * SEPARATOR)
  const asked = shown.reduce((sum, name) => sum + PANE_HEIGHTS[name], 0)
  return rowsThatFit(NUMBER_ROW_PX, total - Math.min(asked, total * MAX_PANE_SHARE), 1)
}
