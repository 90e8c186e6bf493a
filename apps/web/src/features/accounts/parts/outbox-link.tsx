import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useDevAccounts } from '../calls.ts'
import styles from './parts.module.css'

/** Link to the development outbox, where mails are stored instead of sent. */
export function OutboxLink() {
  const { t } = useTranslation()
  return (
    useDevAccounts() && (
      <p className={styles.outbox}>
        <Link to="/dev/outbox">{t('shell.title.devOutbox')}</Link>
      </p>
    )
  )
}
