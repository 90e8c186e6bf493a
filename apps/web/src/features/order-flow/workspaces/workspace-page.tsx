import type { Menus } from '@flowprint/contract'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Isolated } from '../../../shared/ui/isolated.tsx'
import { useMedia } from '../../../shared/ui/use-media.ts'
import type { ChartController } from '../chart/chart-controller.ts'
import { takeTurns } from '../chart/market-worker.ts'
import { UpdateTurns } from '../chart/update-turns.ts'
import { ActiveChartProvider, addressedChart, useActiveChart } from '../model/active-chart.tsx'
import { useLayout } from '../model/layout-store.ts'
import { isSettling, useMenus } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import { lastSelection, symbolToShow } from '../model/selection.ts'
import { useSwitch } from '../model/selection-url.ts'
import { PagePlaceholder } from '../page-placeholder.tsx'
import { ChartOverlay, SidePanel } from '../panel-boundary.tsx'
import {
  DrawingRail,
  KeyboardSheet,
  PageHead,
  PageKeys,
  preloadPanels,
  ProfileMenu,
  SavedLayouts,
  SIDE_PANELS,
} from '../panels.tsx'
import { useLayoutUndo } from '../panels/commands/page-commands.tsx'
import { replayClock } from '../panels/replay/replay-clock.ts'
import { Readout, ReadoutPlace } from '../panels/readout/deferred-parts.tsx'
import { StatusLine } from '../panels/status/status-line.tsx'
import { Toolbar } from '../panels/toolbar/toolbar.tsx'
import { findMarket } from '../model/menus.ts'
import { usePageActions } from '../use-page-actions.ts'
import { CellGrid } from './cell-grid.tsx'
import { useActiveCell, useCellCharts } from './cell-charts.ts'
import { findCell } from './edit-workspace.ts'
import { followedChart } from './followed-chart.ts'
import { PhoneCells } from './phone-cells.tsx'
import { useStoredWorkspace } from './saved/use-stored-workspace.ts'
import { WorkspaceSaving } from './saved/workspace-saving.tsx'
import { useLinkedCharts } from './use-linked-charts.ts'
import { WorkspaceBar } from './workspace-bar.tsx'
import { useWorkspaceKeys } from './workspace-keys.ts'
import { workspaceLayout } from './workspace-layout.ts'
import { shownTab, useWorkspace } from './workspace-store.ts'
import places from '../order-page.module.css'
import styles from './workspaces.module.css'

takeTurns(UpdateTurns)

/** Room for one cell only. */
const ONE_CELL = '(max-width: 720px)'

/** /workspace: several charts and panels side by side. */
export function Page() {
  const { data, error, refetch } = useMenus()
  const settling = data !== undefined && isSettling(data, symbolToShow(data, {}, lastSelection()))
  const nothing = data?.symbol.length === 0
  // Once shown, the workspace stays: refetched menus may be without markets for a moment.
  const [started, setStarted] = useState(false)
  const isThere = data !== undefined && !settling && !nothing
  if (isThere && !started) setStarted(true)
  if (data && (isThere || started)) return <Workspace menus={data} />
  return <PagePlaceholder error={error} retry={() => void refetch()} isSettling={settling} isEmpty={nothing} />
}

function Workspace({ menus }: { readonly menus: Menus }) {
  const { t } = useTranslation()
  const { state, error, retry, refused, dismiss } = useStoredWorkspace(menus)
  const tab = useWorkspace(shownTab)
  const index = useWorkspace(({ document }) => document?.active)
  const isPhone = useMedia(ONE_CELL)
  const [savedOpen, setSavedOpen] = useState(false)
  useActiveCharts()
  useLinkedCharts(tab)
  useWorkspaceKeys()
  useLayoutUndo(workspaceLayout)
  useEffect(preloadPanels, [])
  if (state !== 'ready' || tab === undefined)
    return <PagePlaceholder error={error} retry={retry} isSettling={false} isEmpty={false} />

  const Cells = isPhone ? PhoneCells : CellGrid
  return (
    <div className={styles.page} data-phone={isPhone}>
      <h1 className="visually-hidden">{t('shell.title.workspace')}</h1>
      <WorkspaceBar menus={menus} onSaved={() => setSavedOpen(!savedOpen)} />
      <ActiveChartProvider>
        <PageOfCharts menus={menus}>
          <Cells key={index} menus={menus} tab={tab} />
        </PageOfCharts>
      </ActiveChartProvider>
      <WorkspaceSaving isListOpen={savedOpen} onListOpen={setSavedOpen} refused={refused} onDismiss={dismiss} />
    </div>
  )
}

/** The parts of the chart page, for the active chart, around the cells. */
function PageOfCharts({ menus, children }: { readonly menus: Menus; readonly children: React.ReactNode }) {
  const tab = useWorkspace(shownTab)
  const active = useActiveCell(({ chart }) => chart)
  const chart = useCellCharts(({ charts }) => charts.get(active ?? ''))
  const controller = useRef<ChartController | null>(null)
  useEffect(() => {
    controller.current = chart?.controller ?? null
  }, [chart])
  const [keyboard, setKeyboard] = useState(false)
  const [layoutsOpen, setLayoutsOpen] = useState(false)
  const actions = usePageActions(controller, menus, {
    showKeyboard: () => setKeyboard(true),
    showLayouts: () => setLayoutsOpen(true),
  })
  // Another tab has other charts.
  useEffect(() => replayClock.keep(), [])
  const layout = useLayout()
  const applied = useOrder((state) => state.applied)
  const market = findMarket(menus, applied?.symbol)
  const switchTo = useSwitch()
  // A panel that a cell already shows for this chart is not shown twice.
  const inCells = new Set(
    tab?.cells.filter((cell) => followedChart(tab, cell, active) === active).map(({ kind }) => kind),
  )
  const isInCell = { tape: inCells.has('time_and_sales'), ladder: inCells.has('ladder') } as Record<string, boolean>
  const showTime = (at: number) => controller.current?.showTime(at)

  // Their room is kept while the chart is created.
  const hasChart = tab?.cells.some(({ kind }) => kind === 'chart') ?? false
  return (
    <>
      {hasChart &&
        (chart ? (
          <Toolbar menus={menus} actions={actions} ProfileMenu={ProfileMenu} />
        ) : (
          <div className={places.bar} />
        ))}
      <PageHead />
      {hasChart &&
        layout.legend &&
        (chart && market ? (
          <ChartOverlay>
            <Readout market={market} />
          </ChartOverlay>
        ) : (
          <ReadoutPlace />
        ))}
      <div className={styles.main}>
        {hasChart &&
          layout.rail &&
          (chart ? (
            <Isolated fallback={() => <div className={places.rail} />}>
              <Suspense fallback={<div className={places.rail} />}>
                <DrawingRail onShow={showTime} />
              </Suspense>
            </Isolated>
          ) : (
            <div className={places.rail} />
          ))}
        {children}
        {chart &&
          SIDE_PANELS.map(
            ({ name, part, View }) =>
              layout[part] &&
              isInCell[part] !== true && (
                <SidePanel key={name} part={part}>
                  <View menus={menus} market={market} />
                </SidePanel>
              ),
          )}
        {chart && (
          <ChartOverlay>
            <PageKeys hasUndo controller={controller} menus={menus} actions={actions} switchTo={switchTo} />
          </ChartOverlay>
        )}
      </div>
      {hasChart && (chart ? <StatusLine onShow={showTime} /> : <div className={places.foot} />)}
      {layoutsOpen && (
        <ChartOverlay>
          <SavedLayouts menus={menus} onClose={() => setLayoutsOpen(false)} />
        </ChartOverlay>
      )}
      {keyboard && (
        <ChartOverlay>
          <KeyboardSheet onClose={() => setKeyboard(false)} />
        </ChartOverlay>
      )}
    </>
  )
}

/** Keeps the active cell one of the shown tab, and the page's active chart that of the cell. */
function useActiveCharts(): void {
  const tab = useWorkspace(shownTab)
  useEffect(() => {
    if (tab === undefined) return
    const { id, chart } = useActiveCell.getState()
    const isThere = (cell: string | null) => cell !== null && findCell(tab, cell) !== undefined
    const firstChart = tab.cells.find(({ kind }) => kind === 'chart')?.id ?? null
    const nextChart = isThere(chart) ? chart : firstChart
    useActiveCell.setState({ id: isThere(id) ? id : (nextChart ?? tab.cells[0].id), chart: nextChart })
  }, [tab])

  const active = useActiveCell(({ chart }) => chart)
  const scope = useCellCharts(({ charts }) => charts.get(active ?? '')?.scope)
  useEffect(() => {
    useActiveChart.setState({ scope: scope ?? addressedChart })
  }, [scope])
  useEffect(() => () => useActiveChart.setState({ scope: addressedChart }), [])
}
