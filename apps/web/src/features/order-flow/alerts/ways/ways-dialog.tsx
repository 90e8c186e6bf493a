import { MAX_MAILS_A_DAY, type AlertChannel } from '@flowprint/contract'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { sayFailure } from '../../../../shared/http/react-to-failure.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { testWay, useWays } from '../alert-calls.ts'
import { NotifySection } from './notify-section.tsx'
import { PushSection } from './push-section.tsx'
import { WebhookSection } from './webhook-section.tsx'
import styles from './ways.module.css'

/** How alerts reach their owner: each way with its settings and a test. */
export function WaysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWays()
  return (
    <Dialog title={t('alerts.ways.title')} onClose={onClose}>
      {!data && !error && <p className={styles.message} role="status">{t('alerts.ways.loading')}</p>}
      {!data && error && (
        <div className={styles.message} role="alert">
          <p>{t('alerts.ways.failed')}</p>
          <Button look="outlined" onClick={() => void refetch()}>{t('common.retry')}</Button>
        </div>
      )}
      {data && (
        <div className={styles.body}>
          <Way title={t('alerts.ways.page')} note={t('alerts.ways.pageNote')} channel="page" />
          <NotifySection />
          <PushSection pushes={data.pushes} />
          <Way title={t('alerts.ways.mail')} note={t('alerts.ways.mailNote', { mail: data.mail, max: MAX_MAILS_A_DAY })} channel="mail" />
          <WebhookSection webhook={data.webhook} />
        </div>
      )}
    </Dialog>
  )
}

interface WayProps {
  readonly title: string
  readonly note: string
  /** What a test goes; null: there is nothing to test. */
  readonly channel: AlertChannel | null
  readonly children?: ReactNode
}

export function Way({ title, note, channel, children }: WayProps) {
  return (
    <section className={styles.way} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {channel && <TestButton channel={channel} />}
      </div>
      <p className={styles.note}>{note}</p>
      {children}
    </section>
  )
}

function TestButton({ channel }: { channel: AlertChannel }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    try {
      const { sent, failed } = await testWay(channel)
      if (failed > 0) showToast(t('alerts.ways.testFailed', { sent, failed }))
      // The page's own test says itself that it arrived.
      else if (channel !== 'page') showToast(t('alerts.ways.tested'))
    } catch (error) {
      sayFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return <Button look="outlined" disabled={busy} aria-busy={busy} onClick={() => void test()}>{t('alerts.ways.test')}</Button>
}
