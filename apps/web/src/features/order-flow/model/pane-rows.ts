import { rowsWithNumbers } from '@flowprint/chart'
import { useChartSettings } from './settings-store.ts'

/** What is above and below the chart before it is on the page, CSS px. */
const AROUND_CHART = 140

/** Rows with readable numbers that the bars have room for in this window. */
export function paneRows(): number {
  if (typeof document === 'undefined') return Infinity
  const height = document.querySelector('[data-chart]')?.clientHeight ?? 0
  return rowsWithNumbers(height > 0 ? height : innerHeight - AROUND_CHART, useChartSettings.getState().view.panes)
}
