import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { useAlertRequests } from '../../model/alert-requests.ts'
import { useLayout } from '../../model/layout-store.ts'
import styles from './toolbar.module.css'

const MAX = 99

/** Opens the alerts; shows the number of unviewed events. */
export function AlertButton() {
  const { t } = useTranslation()
  const { alerts, fold } = useLayout()
  const unseen = useAlertRequests((state) => state.unseen)
  const label = t('order.alerts')
  return (
    <span className={styles.bell} data-unseen={unseen === 0 ? undefined : Math.min(unseen, MAX)}>
      <IconButton
        icon="bell"
        label={unseen === 0 ? label : `${label} (${unseen})`}
        hotkey="B"
        aria-pressed={alerts}
        onClick={() => fold('alerts', !alerts)}
      />
    </span>
  )
}
