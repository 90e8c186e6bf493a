import { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../../shared/ui/menu.tsx'
import { useLayout } from '../../model/layout-store.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import type { PaneKey } from '../../model/view-settings.ts'

const PANE_WORDS = { volume: 'volume', cvd: 'cvd', statistics: 'table' } as const satisfies Record<PaneKey, string>
const PARTS = { watchlist: 'watchlist', tape: 'tape', rail: 'drawing', legend: 'readout', header: 'header' } as const

/** Panes of the chart and parts of the page, with their checked state. */
export function useLayoutItems(): MenuItem[] {
  const { t } = useTranslation()
  const { view, change } = useChartSettings()
  const layout = useLayout()
  const panes = (Object.keys(PANE_WORDS) as PaneKey[]).map((pane) => ({
    key: pane,
    label: t(`order.layoutMenu.${PANE_WORDS[pane]}`),
    kind: 'checkbox' as const,
    checked: view.panes[pane],
    onSelect: () => change({ view: { ...view, panes: { ...view.panes, [pane]: !view.panes[pane] } } }),
  }))
  const parts = (['watchlist', 'tape', 'rail', 'legend', 'header'] as const).map((part) => ({
    key: part,
    label: t(`order.layoutMenu.${PARTS[part]}`),
    kind: 'checkbox' as const,
    checked: layout[part],
    onSelect: () => layout.fold(part, !layout[part]),
  }))
  return [...panes, ...parts]
}
