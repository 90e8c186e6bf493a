import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSiteSettings } from '../shared/site-settings.ts'
import styles from './footer.module.css'
import { FOOTER } from './menus.ts'
import { useEntries } from './reader.ts'
import { routeAt } from './routes.ts'

const MEDIA_LINKS = 2

/** Under the pages of the table that have one. The chart library's licence asks for its name and link. */
export function Footer() {
  const { t } = useTranslation()
  const entries = useEntries(FOOTER)
  const medias = useSiteSettings().data?.config.medias ?? []
  return (
    <footer className={styles.footer}>
      <nav className={styles.links} aria-label={t('shell.footer')}>
        {entries.map(({ to, label }) => <Link key={to} to={to}>{t(`shell.menu.${label}`)}</Link>)}
        {medias.slice(0, MEDIA_LINKS).map(({ key, label }) => {
          const to = `/medias/${encodeURIComponent(key)}`
          return routeAt(to) && <Link key={key} to={to}>{label}</Link>
        })}
      </nav>
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">{t('status.attribution')}</a>
    </footer>
  )
}
