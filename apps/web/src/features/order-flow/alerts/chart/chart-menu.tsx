import { useTranslation } from 'react-i18next'
import { ContextMenu } from '../../../../shared/ui/context-menu.tsx'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { useLayout } from '../../model/layout-store.ts'
import { askForAlert } from '../alert-entry.ts'

interface ChartMenuProps {
  /** Where the menu was opened, CSS px of the window. */
  readonly at: { readonly x: number; readonly y: number; readonly price: string }
  readonly onClose: () => void
}

/** Context menu of the chart. */
export function ChartMenu({ at, onClose }: ChartMenuProps) {
  const { t } = useTranslation()

  const choose = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <ContextMenu label={t('alerts.chartMenu')} at={at} onClose={onClose}>
      <Menu
        label={t('alerts.chartMenu')}
        items={[
          {
            key: 'at',
            icon: 'bell',
            label: t('alerts.at', { price: at.price }),
            note: 'Alt+A',
            onSelect: choose(() => askForAlert({ kind: 'price', price: at.price })),
          },
          {
            key: 'open',
            label: t('alerts.open'),
            note: 'B',
            onSelect: choose(() => useLayout.getState().fold('alerts', true)),
          },
        ]}
      />
    </ContextMenu>
  )
}
