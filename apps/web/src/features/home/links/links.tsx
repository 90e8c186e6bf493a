import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MEDIA_LINK, SITE_LINKS } from '../../../shared/site-settings.ts'
import styles from './links.module.css'

/** Links to the pages around the chart. */
export function Links() {
  const { t } = useTranslation()
  return (
    <nav className={styles.links} aria-label={t('home.links')}>
      <Link to="/help">{t('shell.title.help')}</Link>
      {[...SITE_LINKS, MEDIA_LINK].map(({ to, title }) => (
        <Link key={to} to={to}>
          {t(`shell.title.${title}`)}
        </Link>
      ))}
    </nav>
  )
}
