import { useTranslation } from 'react-i18next'
import { ContextMenu } from '../../../../shared/ui/context-menu.tsx'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { requestAlert } from '../../model/alert-requests.ts'
import { useChartScope } from '../../model/chart-scope.ts'
import { useLayout } from '../../model/layout-store.ts'
import { listMoments, requestMoment } from '../../model/moment-requests.ts'

export interface MenuPlace {
  readonly x: number
  readonly y: number
  readonly price: string
  /** Index of the bar. */
  readonly bar: number | null
}

interface ChartMenuProps {
  /** Where the menu was opened, CSS px of the window. */
  readonly at: MenuPlace
  readonly onClose: () => void
}

/** Context menu of the chart. */
export function MenuOfChart({ at, onClose }: ChartMenuProps) {
  const { t } = useTranslation()
  const scope = useChartScope()

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
            onSelect: choose(() => requestAlert({ kind: 'price', price: at.price })),
          },
          {
            key: 'moment',
            icon: 'link',
            label: t('moments.copy'),
            note: 'Alt+C',
            onSelect: choose(() => requestMoment({ scope, at: { bar: at.bar } })),
          },
          {
            key: 'annotate',
            icon: 'link',
            label: t('moments.copyWithNote'),
            onSelect: choose(() => requestMoment({ scope, at: { bar: at.bar }, isAsking: true })),
          },
          { key: 'moments', label: t('moments.mine'), onSelect: choose(listMoments) },
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
