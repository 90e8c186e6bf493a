import type { Menus, WorkspaceCell } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Isolated } from '../../../shared/ui/isolated.tsx'
import { ChartCell } from './chart-cell.tsx'
import { useActiveCell } from './cell-charts.ts'
import { PanelCell } from './panel-cell.tsx'
import styles from './workspaces.module.css'

/** A chart or panel of the workspace. A press or focus inside makes it the active one. */
export function Cell({ menus, cell }: { readonly menus: Menus; readonly cell: WorkspaceCell }) {
  const { t } = useTranslation()
  const isActive = useActiveCell(({ id }) => id === cell.id)
  const activate = () => {
    if (useActiveCell.getState().id === cell.id) return
    useActiveCell.setState({ id: cell.id, ...(cell.kind === 'chart' ? { chart: cell.id } : {}) })
  }
  return (
    <section
      className={styles.content}
      aria-label={t(`workspaces.kind.${cell.kind}`)}
      data-cell={cell.id}
      data-kind={cell.kind}
      data-active={isActive}
      onPointerDownCapture={activate}
      onFocusCapture={activate}
    >
      <Isolated>
        {cell.kind === 'chart' ? <ChartCell menus={menus} cell={cell} /> : <PanelCell menus={menus} cell={cell} />}
      </Isolated>
    </section>
  )
}
