import type { WorkspaceCell, WorkspaceTab } from '@flowprint/contract'
import { findCell } from './edit-workspace.ts'

/**
 * The chart whose market a panel shows: of its group, that of its symbol if there is one; without a group the active
 * chart. Undefined if the tab has no chart.
 */
export function followedChart(
  tab: WorkspaceTab,
  panel: Pick<WorkspaceCell, 'group' | 'symbol'>,
  activeChart: string | null,
): string | undefined {
  const charts = tab.cells.filter(({ kind }) => kind === 'chart')
  const inGroup = panel.group === undefined ? [] : charts.filter(({ group }) => group === panel.group)
  const ofGroup = inGroup.find(({ symbol }) => symbol === panel.symbol) ?? inGroup[0]
  const active = activeChart === null ? undefined : findCell(tab, activeChart)
  return (ofGroup ?? (active?.kind === 'chart' ? active : charts[0]))?.id
}
