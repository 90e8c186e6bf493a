import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSignedIn } from '../shared/session/token.ts'
import styles from './notice.module.css'
import { START } from '../shared/navigation.ts'

export function NotFoundPage() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const { pathname } = useLocation()
  return (
    <div className={styles.notice}>
      <h1 className={styles.heading}>{t('shell.notFound.heading')}</h1>
      <p className={styles.text}>{t('shell.notFound.text', { path: pathname })}</p>
      <Link className={styles.action} to={signedIn ? START : '/'}>
        {signedIn ? t('shell.notFound.back') : t('shell.menu.home')}
      </Link>
    </div>
  )
}
