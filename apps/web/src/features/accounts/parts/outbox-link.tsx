import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useDevAccounts } from '../login/use-dev-accounts.ts'
import styles from './parts.module.css'

/** In development mails go nowhere: the way to where they are kept. */
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
