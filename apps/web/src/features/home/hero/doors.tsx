import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { tokenStore } from '../../../shared/session/token.ts'
import styles from './hero.module.css'

/** Call to action: registration for visitors, the chart for users. `more`: a link to read on. */
export function Doors({ more = false }: { readonly more?: boolean }) {
  const { t } = useTranslation()
  const signedIn = useStore(tokenStore, ({ token }) => token !== null)
  return (
    <p className="flex flex-wrap gap-3 mt-6" data-doors={signedIn ? undefined : ''}>
      {signedIn ? (
        <Link className={styles.door} to="/order">
          {t('home.hero.open')}
        </Link>
      ) : (
        <Link className={styles.door} to="/create/direct">
          {t('home.hero.create')}
        </Link>
      )}
      {more && (
        <a className={styles.more} href="#indicators">
          {t('home.hero.more')}
        </a>
      )}
    </p>
  )
}
