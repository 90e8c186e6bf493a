import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useDevAccounts } from '../login/use-dev-accounts.ts'

/** In development mails go nowhere: the way to where they are kept. */
export function OutboxLink() {
  const { t } = useTranslation()
  return useDevAccounts() && <Link to="/dev/outbox">{t('shell.title.devOutbox')}</Link>
}
