import type { Menus, WorkspaceTab } from '@flowprint/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Cell } from './cell.tsx'
import { useActiveCell } from './cell-charts.ts'
import { findCell } from './edit-workspace.ts'
import { followedChart } from './followed-chart.ts'
import { gridCells } from './grid.ts'
import styles from './workspaces.module.css'

/** Cells this far from the shown one are loaded: the next swipe shows them at once. */
const LOADED_DISTANCE = 1

/** The cells of a tab on a phone: one at a time. Swiping a head, or a dot below, shows another one. */
export function PhoneCells({ menus, tab }: { readonly menus: Menus; readonly tab: WorkspaceTab }) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const active = useActiveCell((state) => state.id)
  const chart = useActiveCell((state) => state.chart)
  const cells = gridCells(tab.grid).flatMap((id) => findCell(tab, id) ?? [])
  const [shown, setShown] = useState(() =>
    Math.max(
      0,
      cells.findIndex(({ id }) => id === active),
    ),
  )
  const at = Math.min(shown, cells.length - 1)
  const show = (index: number) => {
    const element = list.current
    element?.scrollTo({ left: index * element.clientWidth, behavior: 'smooth' })
  }

  useEffect(() => {
    const cell = cells[at]
    if (useActiveCell.getState().id !== cell.id)
      useActiveCell.setState({ id: cell.id, ...(cell.kind === 'chart' ? { chart: cell.id } : {}) })
    // Only another place makes another cell active.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at, cells[at].id])

  // Keys choose another active cell.
  const activeIndex = cells.findIndex(({ id }) => id === active)
  useEffect(() => {
    const element = list.current
    if (element && activeIndex !== -1 && Math.round(element.scrollLeft / element.clientWidth) !== activeIndex)
      element.scrollTo({ left: activeIndex * element.clientWidth })
  }, [activeIndex])

  const near = cells.filter((_, i) => Math.abs(i - at) <= LOADED_DISTANCE)
  // A panel shows the data of its chart, wherever that is.
  const loaded = new Set([
    chart,
    ...near.flatMap((cell) => [cell.id, cell.kind === 'chart' ? null : followedChart(tab, cell, chart)]),
  ])

  return (
    <div className={styles.phone}>
      <div
        ref={list}
        className={styles.slides}
        onScroll={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
      >
        {cells.map((cell) => (
          <div key={cell.id} className={styles.slide}>
            {loaded.has(cell.id) && <Cell menus={menus} cell={cell} />}
          </div>
        ))}
      </div>
      {cells.length > 1 && (
        <nav className={styles.dots} aria-label={t('workspaces.cells')}>
          {cells.map(({ id, kind }, i) => (
            <button
              key={id}
              type="button"
              aria-label={`${i + 1}: ${t(`workspaces.kind.${kind}`)}`}
              aria-current={i === at}
              onClick={() => show(i)}
            />
          ))}
        </nav>
      )}
    </div>
  )
}
