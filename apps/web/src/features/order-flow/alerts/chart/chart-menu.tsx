import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { placePanel } from '../../../../shared/ui/place-panel.ts'
import { useLayout } from '../../model/layout-store.ts'
import { requestAlert } from '../../model/alert-requests.ts'
import styles from './chart-menu.module.css'

interface ChartMenuProps {
  /** Where the menu was opened, CSS px of the window. */
  readonly at: { readonly x: number; readonly y: number; readonly price: string }
  readonly onClose: () => void
}

/** Context menu of the chart. */
export function ChartMenu({ at, onClose }: ChartMenuProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const box = panel.current
    if (box === null) return
    box.showPopover()
    placePanel(box, new DOMRect(at.x, at.y, 0, 0), 'start')
    box.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [at])

  const choose = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <div
      ref={panel}
      popover="auto"
      className={styles.menu}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      <Menu
        label={t('alerts.chartMenu')}
        items={[
          {
            key: 'at',
            icon: 'bell',
            label: t('alerts.at', { price: at.price }),
            note: 'Alt+A',
            onSelect: choose(() => requestAlert({ kind: 'price', price: at.price })),
          },
          {
            key: 'open',
            label: t('alerts.open'),
            note: 'B',
            onSelect: choose(() => useLayout.getState().fold('alerts', true)),
          },
        ]}
      />
    </div>
  )
}
