import type { Menus, WorkspaceCell } from '@flowprint/contract'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartScopeProvider } from '../model/chart-scope.ts'
import { findMarket } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import { SidePanel } from '../panel-boundary.tsx'
import { SIDE_PANELS } from '../panels.tsx'
import { PanelCellContext, PanelHead } from '../ui/panel-parts.tsx'
import { CellDragContext } from './cell-drag.ts'
import { CellMenu, GroupButton } from './cell-head.tsx'
import { type CellChart, useActiveCell, useCellCharts } from './cell-charts.ts'
import { followedChart } from './followed-chart.ts'
import { ProfileView } from './profile-view.tsx'
import { shownTab, useWorkspace } from './workspace-store.ts'
import styles from './workspaces.module.css'

/** The side panel of the chart page that a kind of cell shows. */
const PARTS = { ladder: 'ladder', time_and_sales: 'tape', watchlist: 'watchlist', profile: null } as const
type PanelKind = keyof typeof PARTS

interface PanelCellProps {
  readonly menus: Menus
  readonly cell: WorkspaceCell
}

/** A panel in a cell; it shows the market of the chart that it follows. */
export function PanelCell({ menus, cell }: PanelCellProps) {
  const { t } = useTranslation()
  const drag = useContext(CellDragContext)
  const kind = cell.kind as PanelKind
  const followed = useFollowed(cell)
  const head = useMemo(
    () => ({
      start: (
        <span
          className={styles.grip}
          draggable
          onDragStart={(event) => drag?.start(cell.id, event)}
          onDragEnd={() => drag?.end()}
        >
          <GroupButton cell={cell} />
        </span>
      ),
      end: <CellMenu cell={cell} />,
    }),
    [cell, drag],
  )
  return (
    <PanelCellContext.Provider value={head}>
      <div className={styles.panel} data-kind={kind}>
        {followed === undefined ? (
          <Hint kind={kind} text={t('workspaces.panel.noChart')} />
        ) : followed === 'taken' ? (
          <Hint kind={kind} text={t('workspaces.panel.taken')} />
        ) : (
          <ChartScopeProvider value={followed.scope}>
            <PanelOfChart menus={menus} kind={kind} chart={followed} />
          </ChartScopeProvider>
        )}
      </div>
    </PanelCellContext.Provider>
  )
}

/** The chart that a panel follows; 'taken': another panel of its kind follows it, whose rows would change places. */
function useFollowed(cell: WorkspaceCell): CellChart | 'taken' | undefined {
  const tab = useWorkspace(shownTab)
  const active = useActiveCell(({ chart }) => chart)
  const charts = useCellCharts((state) => state.charts)
  if (tab === undefined) return undefined
  const id = followedChart(tab, cell, active)
  const first = tab.cells.find(({ kind, ...other }) => kind === cell.kind && followedChart(tab, other, active) === id)
  if (first?.id !== cell.id && cell.kind !== 'watchlist') return 'taken'
  return id === undefined ? undefined : charts.get(id)
}

function PanelOfChart({ menus, kind, chart }: { menus: Menus; kind: PanelKind; chart: CellChart }) {
  const applied = useOrder((state) => state.applied)
  const market = findMarket(menus, applied?.symbol)
  const part = PARTS[kind]
  if (part === null) return market && chart.controller && <ProfileView market={market} controller={chart.controller} />
  const View = SIDE_PANELS.find((side) => side.part === part)!.View
  return (
    <SidePanel part={part}>
      <View menus={menus} market={market} />
    </SidePanel>
  )
}

function Hint({ kind, text }: { readonly kind: PanelKind; readonly text: string }) {
  const { t } = useTranslation()
  return (
    <aside aria-label={t(`workspaces.kind.${kind}`)} className={styles.hint}>
      <PanelHead>
        <h2 className="text-m font-semibold flex-1">{t(`workspaces.kind.${kind}`)}</h2>
      </PanelHead>
      <p role="status">{text}</p>
    </aside>
  )
}
