import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import styles from './notice.module.css'
import { START } from './start.ts'

export function NotFoundPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div className={styles.notice}>
      <h1 className={styles.heading}>{t('shell.notFound.heading')}</h1>
      <p className={styles.text}>{t('shell.notFound.text', { path: pathname })}</p>
      <Link className={styles.action} to={START}>{t('shell.notFound.back')}</Link>
    </div>
  )
}
