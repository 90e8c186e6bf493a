import type { Menus } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { Switch } from '../../../../shared/ui/switch.tsx'
import { ALL_MARKETS } from '@flowprint/contract'
import { go } from '../../../../shared/navigation.ts'
import { findMarket } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import { useAlerts } from '../alert-calls.ts'
import { requestAlert } from '../../model/alert-requests.ts'
import { AlertRow } from './alert-row.tsx'
import { PanelMessage } from '../../ui/panel-parts.tsx'
import styles from './alerts-panel.module.css'

export function AlertList({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAlerts()
  const symbol = useOrder(({ applied }) => applied?.symbol)
  const [only, setOnly] = useState(false)
  const label = (of: string) => (of === ALL_MARKETS ? t('alerts.anyMarket') : (findMarket(menus, of)?.label ?? of))

  if (!data && !error) return <PanelMessage role="status">{t('alerts.loading')}</PanelMessage>
  if (!data) {
    return (
      <PanelMessage role="alert">
        <p>{t('alerts.failed')}</p>
        <Button variant="outlined" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </PanelMessage>
    )
  }
  if (data.list.length === 0) {
    return (
      <PanelMessage role="status">
        <p>{t('alerts.empty')}</p>
        <Button variant="primary" onClick={() => requestAlert({ kind: 'price', price: null })}>
          {t('alerts.new')}
        </Button>
      </PanelMessage>
    )
  }
  const shown = only ? data.list.filter(({ symbol: of }) => of === symbol || of === ALL_MARKETS) : data.list
  return (
    <>
      <div className={styles.above}>
        <span>{t('alerts.count', { count: data.list.length, max: data.max })}</span>
        {symbol !== undefined && data.list.some((alert) => alert.symbol !== symbol) && (
          <span className="inline-flex items-center gap-1.5">
            {t('alerts.onlyThis', { symbol: label(symbol) })}
            <Switch label={t('alerts.onlyThis', { symbol: label(symbol) })} checked={only} onChange={setOnly} />
          </span>
        )}
      </div>
      <ul>
        {shown.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            market={label(alert.symbol)}
            menus={menus}
            onEdit={() =>
              alert.rule.kind === 'scanner' ? go('/scanner?alerts') : requestAlert({ kind: 'edit', alert })
            }
          />
        ))}
      </ul>
    </>
  )
}
