import { rowsWithNumbers } from '@flowprint/chart'
import { useChartSettings } from './settings-store.ts'

/** Height above and below the chart before it is laid out, CSS px. */
const AROUND_CHART = 140

/** Number of rows with readable numbers that fit the pane in this window. */
export function paneRows(): number {
  if (typeof document === 'undefined') return Infinity
  const height = document.querySelector('[data-chart]')?.clientHeight ?? 0
  return rowsWithNumbers(height > 0 ? height : innerHeight - AROUND_CHART, useChartSettings.getState().view.panes)
}
