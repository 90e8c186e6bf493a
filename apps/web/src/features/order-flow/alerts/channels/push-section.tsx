import type { AlertChannels } from '@flowprint/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../../../shared/http/envelope.ts'
import { showFailure } from '../../../../shared/http/failures.ts'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { Switch } from '../../../../shared/ui/switch.tsx'
import { useTimeFormat } from '../../model/time-zone.ts'
import { deletePush, invalidateChannels } from '../alert-calls.ts'
import { askToNotify } from '../alert-events.ts'
import { canPush, currentPush, turnOffPush, turnOnPush } from './push-client.ts'
import { ChannelSection } from './channel.tsx'
import styles from './channels.module.css'

/** Web Push: this browser, and all subscribed browsers. */
export function PushSection({ pushes }: { pushes: AlertChannels['pushes'] }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const queries = useQueryClient()
  const { data: endpoint, refetch: look } = useQuery({
    queryKey: ['push-here'],
    queryFn: async () => (await currentPush())?.endpoint ?? null,
    refetchOnMount: 'always',
  })
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  // A subscription made by another user of this browser does not count: the server must list it for this account.
  const on = pushes.some((push) => push.endpoint === endpoint)

  const act = async (what: () => Promise<unknown>) => {
    setBusy(true)
    setFault(null)
    try {
      await what()
    } catch (error) {
      if (error instanceof CallFailure) showFailure(error)
      else setFault(t('alerts.channels.pushFailed', { reason: error instanceof Error ? error.message : String(error) }))
    }
    await Promise.allSettled([look(), invalidateChannels(queries)])
    setBusy(false)
  }
  const turn = (wanted: boolean) =>
    act(async () => {
      if (!wanted) return turnOffPush()
      if ((await askToNotify()) !== 'granted') return setFault(t('alerts.channels.denied'))
      await turnOnPush()
    })

  return (
    <ChannelSection
      title={t('alerts.channels.push')}
      note={t('alerts.channels.pushNote')}
      channel={pushes.length > 0 ? 'push' : null}
    >
      {canPush() ? (
        <div className="flex items-center justify-between gap-2" aria-busy={busy}>
          <span>{t('alerts.channels.thisBrowser')}</span>
          <Switch label={t('alerts.channels.push')} checked={on} onChange={(wanted) => void turn(wanted)} />
        </div>
      ) : (
        <p className={styles.note}>{t('alerts.channels.unsupported')}</p>
      )}
      {fault !== null && (
        <p className="text-warning text-s leading-4.5 wrap-anywhere" role="alert">
          {fault}
        </p>
      )}
      {pushes.length === 0 ? (
        <p className={styles.note}>{t('alerts.channels.noPushes')}</p>
      ) : (
        <ul aria-label={t('alerts.channels.pushes')}>
          {pushes.map(({ id, label, created_at: since }) => (
            <li key={id} className={styles.item}>
              <span>{label || t('alerts.channels.unnamed')}</span>
              <span className={styles.note}>
                {t('alerts.channels.pushSince', { time: time.day(Date.parse(since)) })}
              </span>
              <IconButton
                icon="close"
                label={t('alerts.channels.remove', { name: label || t('alerts.channels.unnamed') })}
                disabled={busy}
                onClick={() => void act(() => deletePush({ id }))}
              />
            </li>
          ))}
        </ul>
      )}
    </ChannelSection>
  )
}
