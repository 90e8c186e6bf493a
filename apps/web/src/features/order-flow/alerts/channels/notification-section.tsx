import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../../../shared/ui/switch.tsx'
import { askToNotify, canNotify, useAlertPreferences } from '../alert-events.ts'
import { ChannelSection } from './channel.tsx'
import styles from './channels.module.css'

/** Browser notifications while the page is in the background. */
export function NotificationSection() {
  const { t } = useTranslation()
  const { notify, change } = useAlertPreferences()
  const [permission, setPermission] = useState(() => (canNotify() ? Notification.permission : 'denied'))
  const on = notify && permission === 'granted'

  const turn = async (wanted: boolean) => {
    if (!wanted) return change({ notify: false })
    const answer = await askToNotify()
    setPermission(answer)
    change({ notify: answer === 'granted' })
  }
  return (
    <ChannelSection title={t('alerts.channels.browser')} note={t('alerts.channels.browserNote')} channel={null}>
      {canNotify() ? (
        <div className="flex items-center justify-between gap-2">
          <span>{t('alerts.channels.thisBrowser')}</span>
          <Switch label={t('alerts.channels.browser')} checked={on} onChange={(wanted) => void turn(wanted)} />
        </div>
      ) : (
        <p className={styles.note}>{t('alerts.channels.unsupported')}</p>
      )}
      {canNotify() && permission === 'denied' && (
        <p className="text-warning text-s leading-4.5 wrap-anywhere">{t('alerts.channels.denied')}</p>
      )}
    </ChannelSection>
  )
}
