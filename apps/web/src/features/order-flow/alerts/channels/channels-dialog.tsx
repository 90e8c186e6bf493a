import { MAX_MAILS_A_DAY } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import { useAlertChannels } from '../alert-calls.ts'
import { NotificationSection } from './notification-section.tsx'
import { PushSection } from './push-section.tsx'
import { ChannelSection } from './channel.tsx'
import { WebhookSection } from './webhook-section.tsx'

/** Notification channels, each with its settings and a test. */
export function ChannelsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAlertChannels()
  return (
    <Dialog title={t('alerts.channels.title')} onClose={onClose}>
      {!data && !error && (
        <p className="flex flex-col items-center gap-3 px-6 py-8 text-muted" role="status">
          {t('alerts.channels.loading')}
        </p>
      )}
      {!data && error && (
        <div className="flex flex-col items-center gap-3 px-6 py-8 text-muted" role="alert">
          <p>{t('alerts.channels.failed')}</p>
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {data && (
        <div className="w-[520px] max-w-full px-4 pt-0.5 pb-2">
          <ChannelSection title={t('alerts.channels.page')} note={t('alerts.channels.pageNote')} channel="page" />
          <NotificationSection />
          <PushSection pushes={data.pushes} />
          <ChannelSection
            title={t('alerts.channels.mail')}
            note={t('alerts.channels.mailNote', { mail: data.mail, max: MAX_MAILS_A_DAY })}
            channel="mail"
          />
          <WebhookSection webhook={data.webhook} />
        </div>
      )}
    </Dialog>
  )
}
