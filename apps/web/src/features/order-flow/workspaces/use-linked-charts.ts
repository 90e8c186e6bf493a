import type { WorkspaceTab } from '@flowprint/contract'
import { useEffect, useMemo } from 'react'
import { useCellCharts } from './cell-charts.ts'
import { linkCharts, type LinkableChart } from './linked-charts.ts'

/** Links crosshairs and ranges of the shown tab's charts. */
export function useLinkedCharts(tab: WorkspaceTab | undefined): void {
  const charts = useCellCharts((state) => state.charts)
  const linked = useMemo(
    () =>
      tab?.cells.flatMap(({ id, group }): (LinkableChart & { readonly id: string })[] => {
        const controller = charts.get(id)?.controller ?? null
        const links = tab.groups.find(({ colour }) => colour === group)?.links
        return controller === null || group === undefined || links === undefined
          ? []
          : [{ id, controller, group, links: new Set(links) }]
      }) ?? [],
    [charts, tab],
  )
  // Other edits of the tab, such as a dragged separator, do not start the links again.
  const key = linked.map(({ id, group, links }) => `${id} ${group} ${[...links].join()}`).join(';')
  useEffect(
    () => linkCharts(linked),
    // The controllers change with `charts` only.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [charts, key],
  )
}
