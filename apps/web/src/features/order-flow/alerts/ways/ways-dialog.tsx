import { MAX_MAILS_A_DAY } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { useWays } from '../alert-calls.ts'
import { NotifySection } from './notify-section.tsx'
import { PushSection } from './push-section.tsx'
import { Way } from './way.tsx'
import { WebhookSection } from './webhook-section.tsx'
import styles from './ways.module.css'

/** Notification channels, each with its settings and a test. */
export function WaysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWays()
  return (
    <Dialog title={t('alerts.ways.title')} onClose={onClose}>
      {!data && !error && (
        <p className={styles.message} role="status">
          {t('alerts.ways.loading')}
        </p>
      )}
      {!data && error && (
        <div className={styles.message} role="alert">
          <p>{t('alerts.ways.failed')}</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {data && (
        <div className={styles.body}>
          <Way title={t('alerts.ways.page')} note={t('alerts.ways.pageNote')} channel="page" />
          <NotifySection />
          <PushSection pushes={data.pushes} />
          <Way
            title={t('alerts.ways.mail')}
            note={t('alerts.ways.mailNote', { mail: data.mail, max: MAX_MAILS_A_DAY })}
            channel="mail"
          />
          <WebhookSection webhook={data.webhook} />
        </div>
      )}
    </Dialog>
  )
}
