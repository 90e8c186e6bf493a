import type { AlertChannel } from '@flowprint/contract'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../../../shared/http/failures.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { testChannel } from '../alert-calls.ts'
import styles from './channels.module.css'

interface ChannelSectionProps {
  readonly title: string
  readonly note: ReactNode
  /** Channel to test; null: nothing to test. */
  readonly channel: AlertChannel | null
  readonly children?: ReactNode
}

/** One channel with its settings and a test button. */
export function ChannelSection({ title, note, channel, children }: ChannelSectionProps) {
  return (
    <section className={styles.way} aria-label={title}>
      <div className="flex items-center justify-between gap-2 min-h-7">
        <h3 className="text-m font-semibold">{title}</h3>
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
      const { sent, failed } = await testChannel(channel)
      if (failed > 0) showToast(t('alerts.channels.testFailed', { sent, failed }))
      // The in-page test shows its own toast.
      else if (channel !== 'page') showToast(t('alerts.channels.tested'))
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="outlined" loading={busy} onClick={() => void test()}>
      {t('alerts.channels.test')}
    </Button>
  )
}
