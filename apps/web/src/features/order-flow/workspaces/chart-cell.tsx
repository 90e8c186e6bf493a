import type { Menus, WorkspaceCell } from '@flowprint/contract'
import { useEffect, useRef, useState } from 'react'
import { ChartArea } from '../chart-area.tsx'
import type { ChartController } from '../chart/chart-controller.ts'
import { ChartScopeProvider } from '../model/chart-scope.ts'
import { findMarket } from '../model/menus.ts'
import { useOrder } from '../model/order-store.ts'
import { lastSelection, resolveSelection } from '../model/selection.ts'
import { useChartSettings } from '../model/settings-store.ts'
import { linkParts } from '../model/settings-store.ts'
import { UnknownSymbol } from '../panels.tsx'
import { ChartHead } from './cell-head.tsx'
import { putCellChart, removeCellChart } from './cell-charts.ts'
import { createCellScope, followCell, preferencesOf } from './cell-scope.ts'
import styles from './workspaces.module.css'

interface ChartCellProps {
  readonly menus: Menus
  readonly cell: WorkspaceCell
}

/** A chart in a cell. It shows what the workspace says, and writes what the user changes into the workspace. */
export function ChartCell({ menus, cell }: ChartCellProps) {
  const [scope] = useState(() => createCellScope(cell))
  return (
    <ChartScopeProvider value={scope}>
      <ChartOfCell menus={menus} cell={cell} scope={scope} />
    </ChartScopeProvider>
  )
}

function ChartOfCell({ menus, cell, scope }: ChartCellProps & { readonly scope: ReturnType<typeof createCellScope> }) {
  const body = useRef<HTMLDivElement>(null)
  const controller = useRef<ChartController | null>(null)
  const applied = useOrder((state) => state.applied)
  const market = findMarket(menus, applied?.symbol)
  const { id, symbol, cycle, precision, settings, view } = cell

  useEffect(() => {
    putCellChart(id, { scope, controller: controller.current })
    return () => removeCellChart(id, scope)
  }, [id, scope])

  useEffect(() => {
    // Before there is a chart, its place tells how many rows fit.
    scope.element ??= body.current
    const { precisionOf, adopt } = useOrder.of(scope).getState()
    const selection = resolveSelection(menus, { symbol, cycle, precision }, lastSelection(), (of, at) =>
      precisionOf(menus, of, at),
    )
    if (selection) followCell(scope, () => adopt(selection))
    // Refetched menus must not undo a choice.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [scope, symbol, cycle, precision])

  useEffect(() => {
    const wanted = linkParts(preferencesOf({ settings, view }), true)
    const store = useChartSettings.of(scope)
    store.getState().adoptLink({ settings: wanted.settings ?? null, view: wanted.view ?? null })
  }, [scope, settings, view])

  return (
    <>
      <ChartHead menus={menus} cell={cell} />
      <div ref={body} className={styles.body}>
        {market ? (
          <ChartArea
            isCell
            market={market}
            controller={controller}
            onController={(made) => {
              controller.current = made
              putCellChart(id, { scope, controller: made })
            }}
          />
        ) : (
          applied && <UnknownSymbol menus={menus} symbol={applied.symbol} />
        )}
      </div>
    </>
  )
}
