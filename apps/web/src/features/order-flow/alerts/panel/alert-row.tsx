import type { Alert, Menus } from '@flowprint/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { bodyOf, deleteAlert, saveAlert } from '../alert-calls.ts'
import { ruleText } from '../alert-text.ts'
import styles from './alerts-panel.module.css'

interface AlertRowProps {
  readonly alert: Alert
  /** Name of the alert's market. */
  readonly market: string
  readonly menus: Menus
  readonly onEdit: () => void
}

export function AlertRow({ alert, market, menus, onEdit }: AlertRowProps) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { id, name, rule, state, fired, last_fired_at: last } = alert
  const words = ruleText(t, rule, (cycle) => menus.cycle.find(({ value }) => value === cycle)?.label ?? cycle)

  const enable = async (enabled: boolean) => {
    setBusy(true)
    // An expired alert would expire again.
    const saved = await saveAlert(
      queries,
      bodyOf(alert, { enabled, ...(state === 'expired' ? { expires_at: null } : {}) }),
    )
    setBusy(false)
    if (saved === 'stale') showToast(t('alerts.stale'))
  }
  const remove = async () => {
    setBusy(true)
    if (await deleteAlert(queries, id)) showToast(t('alerts.deleted'))
    else setBusy(false)
  }

  return (
    <li className={styles.row} data-state={state} aria-label={name || words} aria-busy={busy}>
      <div className="flex items-baseline justify-between gap-2">
        <span className="truncate font-semibold">{name === '' ? market : `${name} · ${market}`}</span>
        <span className={styles.state} data-state={state}>
          {t(`alerts.state.${state}`)}
        </span>
      </div>
      <span className={styles.rule}>{words}</span>
      {last !== null && (
        <span className="text-faint text-xs leading-4">
          {t('alerts.fired', { count: fired, time: time.moment(Date.parse(last)) })}
        </span>
      )}
      <div className="flex flex-wrap gap-0.5 -mx-2 mt-0.5">
        {asking ? (
          <>
            <Button variant="outlined" onClick={() => setAsking(false)}>
              {t('alerts.cancel')}
            </Button>
            <Button variant="primary" disabled={busy} ref={(button) => button?.focus()} onClick={() => void remove()}>
              {t('alerts.confirmDelete')}
            </Button>
          </>
        ) : (
          <>
            {state === 'active' ? (
              <Button disabled={busy} onClick={() => void enable(false)}>
                {t('alerts.pause')}
              </Button>
            ) : (
              <Button disabled={busy} onClick={() => void enable(true)}>
                {t(state === 'paused' ? 'alerts.resume' : 'alerts.restart')}
              </Button>
            )}
            <Button disabled={busy} onClick={onEdit}>
              {t('alerts.edit')}
            </Button>
            <Button disabled={busy} onClick={() => setAsking(true)}>
              {t('alerts.delete')}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
