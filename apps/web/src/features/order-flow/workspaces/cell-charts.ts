import { create } from 'zustand'
import type { ChartController } from '../chart/chart-controller.ts'
import type { ChartScope } from '../model/chart-scope.ts'

export interface CellChart {
  readonly scope: ChartScope
  /** Null until the chart is on the page. */
  readonly controller: ChartController | null
}

/** The charts of the shown tab, by the id of their cell. */
export const useCellCharts = create<{ readonly charts: ReadonlyMap<string, CellChart> }>()(() => ({
  charts: new Map(),
}))

export function putCellChart(id: string, chart: CellChart): void {
  useCellCharts.setState(({ charts }) => ({ charts: new Map(charts).set(id, chart) }))
}

export function removeCellChart(id: string, scope: ChartScope): void {
  useCellCharts.setState(({ charts }) => {
    if (charts.get(id)?.scope !== scope) return {}
    const rest = new Map(charts)
    rest.delete(id)
    return { charts: rest }
  })
}

/** The cell that keys and menus of the page act on. */
export const useActiveCell = create<{
  /** Null before there is one. */
  readonly id: string | null
  /** The last active cell with a chart: that of the toolbar. */
  readonly chart: string | null
}>()(() => ({ id: null, chart: null }))
