import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSignedIn } from '../shared/session/token.ts'
import styles from './notice.module.css'
import { START } from '../shared/navigation.ts'

/** Target of a 403 answer. */
export function Page() {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  return (
    <div className={styles.notice}>
      <h1 className={styles.heading}>{t('shell.forbidden.heading')}</h1>
      <p className={styles.text}>{t('shell.forbidden.text')}</p>
      <Link className={styles.action} to={signedIn ? START : '/'}>
        {signedIn ? t('shell.notFound.back') : t('shell.menu.home')}
      </Link>
    </div>
  )
}
