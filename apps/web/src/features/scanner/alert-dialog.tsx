import {
  ALERT_CHANNELS,
  ALL_MARKETS,
  type Alert,
  type AlertChannel,
  MAX_ALERT_NAME_LENGTH,
  type SaveAlertBody,
  type ScanCondition,
  type ScanContent,
} from '@flowprint/contract'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog, DialogBody } from '../../shared/ui/dialog.tsx'
import { Failed } from '../../shared/ui/page/states.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { conditionText } from './scan-columns.ts'
import { useChangeAlerts, useScannerAlerts } from './scanner-calls.ts'
import styles from './scanner.module.css'

type Repeat = 'event' | 'once'

interface AlertDialogProps {
  readonly scan: ScanContent
  readonly onUse: (part: Pick<ScanContent, 'conditions' | 'interval'>) => void
  readonly onClose: () => void
}

/** Creates an alert from the current conditions, and lists those on any market. */
export function AlertDialog({ scan, onUse, onClose }: AlertDialogProps) {
  const { t } = useTranslation()
  const { interval, conditions } = scan
  const alerts = useScannerAlerts()
  const change = useChangeAlerts()
  const [name, setName] = useState('')
  const [repeat, setRepeat] = useState<Repeat>('event')
  const [channels, setChannels] = useState<readonly AlertChannel[]>(['page'])
  const [isBusy, setBusy] = useState(false)
  const textOf = (of: string, list: readonly ScanCondition[]) =>
    `${of} · ${list.map((one) => conditionText(one, t(`alerts.scanColumn.${one.column}`))).join(', ')}`

  const run = async (work: Promise<boolean | 'stale'>, said?: string) => {
    setBusy(true)
    const answer = await work
    setBusy(false)
    if (answer === 'stale') showToast(t('scanner.alert.stale'))
    else if (answer && said !== undefined) showToast(said)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(
      change.save({
        symbol: ALL_MARKETS,
        name: name.trim(),
        rule: { kind: 'scanner', conditions: [...conditions], cycle: interval },
        repeat,
        cooldown: 0,
        expires_at: null,
        channels: [...channels],
        sound: 'bell',
        enabled: true,
      }),
      t('scanner.alert.created'),
    )
  }
  const bodyOf = (alert: Alert, enabled: boolean): SaveAlertBody => {
    const { id, version, symbol, name: of, rule, cooldown, expires_at, sound } = alert
    return {
      id,
      version,
      symbol,
      name: of,
      rule,
      repeat: alert.repeat,
      cooldown,
      expires_at,
      channels: alert.channels,
      sound,
      enabled,
    }
  }

  return (
    <Dialog title={t('scanner.alert.title')} onClose={onClose}>
      <DialogBody>
        <form className="flex flex-col gap-3 w-[480px] max-w-full" onSubmit={onSubmit}>
          <p className="text-muted text-s leading-4.5">
            {conditions.length === 0 ? t('scanner.alert.needsCondition') : t('scanner.alert.lead')}
          </p>
          {conditions.length > 0 && <p className={styles.rule}>{textOf(interval, conditions)}</p>}
          <input
            className={styles.input}
            value={name}
            maxLength={MAX_ALERT_NAME_LENGTH}
            aria-label={t('scanner.alert.name')}
            placeholder={t('scanner.alert.name')}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Segmented
              label={t('scanner.alert.repeat')}
              value={repeat}
              options={(['event', 'once'] as const).map((value) => ({
                value,
                label: t(`scanner.alert.repeats.${value}`),
              }))}
              onChange={setRepeat}
            />
            <fieldset className={styles.channels}>
              <legend className="visually-hidden">{t('scanner.alert.channels')}</legend>
              {ALERT_CHANNELS.map((channel) => (
                <label key={channel}>
                  <input
                    type="checkbox"
                    checked={channels.includes(channel)}
                    onChange={() =>
                      setChannels(ALERT_CHANNELS.filter((one) => channels.includes(one) !== (one === channel)))
                    }
                  />
                  {t(`scanner.alert.channel.${channel}`)}
                </label>
              ))}
            </fieldset>
          </div>
          <Button type="submit" variant="primary" size="field" loading={isBusy} disabled={conditions.length === 0}>
            {t('scanner.alert.create')}
          </Button>
        </form>
        {alerts.error && !alerts.data && (
          <Failed inset title={t('scanner.alert.failed')} error={alerts.error} onRetry={alerts.refetch} />
        )}
        {alerts.data && alerts.data.list.length > 0 && (
          <section aria-label={t('scanner.alert.list')}>
            <h3 className="text-muted text-s">{t('scanner.alert.list')}</h3>
            <ul className={styles.list}>
              {alerts.data.list.map((alert) => {
                const { id, name: of, rule, state } = alert
                if (rule.kind !== 'scanner') return null
                const text = textOf(rule.cycle, rule.conditions)
                return (
                  <li key={id} aria-label={of || text}>
                    <span className={styles.alert}>
                      {of !== '' && <strong>{of}</strong>}
                      <span>{text}</span>
                      <span className="text-faint text-xs">{t(`scanner.alert.state.${state}`)}</span>
                    </span>
                    <Button
                      onClick={() => {
                        onUse({ conditions: rule.conditions, interval: rule.cycle })
                        onClose()
                      }}
                    >
                      {t('scanner.alert.show')}
                    </Button>
                    <Button disabled={isBusy} onClick={() => void run(change.save(bodyOf(alert, state !== 'active')))}>
                      {t(state === 'active' ? 'scanner.alert.pause' : 'scanner.alert.resume')}
                    </Button>
                    <Button disabled={isBusy} onClick={() => void run(change.remove(id))}>
                      {t('scanner.alert.delete')}
                    </Button>
                  </li>
                )
              })}
            </ul>
          </section>
        )}
      </DialogBody>
    </Dialog>
  )
}
