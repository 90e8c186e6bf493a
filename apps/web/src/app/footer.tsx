import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FooterMedias } from '../features/site/medias/footer-medias.tsx'
import { SITE_LINKS, useProductName, useSiteSettings } from '../shared/site-settings.ts'
import styles from './footer.module.css'
import { Logo } from './logo.tsx'

/**
 * Footer of the pages that have one in the route table. Rendered when the settings are loaded, in its final form. The
 * chart library's licence requires its name and link.
 */
export function Footer() {
  const { t } = useTranslation()
  const product = useProductName()
  const { isPending } = useSiteSettings()
  if (isPending) return null
  return (
    <footer className={styles.footer} data-screen="">
      <div className={styles.inner}>
        <div className="flex flex-col gap-2">
          <span className="flex items-center gap-2 text-default text-l font-[640]">
            <Logo /> {product}
          </span>
          <p>{t('site.footer.note')}</p>
        </div>
        <nav className={styles.links} aria-label={t('site.footer.label')}>
          <div>
            <p className={styles.heading}>{t('site.footer.about')}</p>
            <ul>
              {SITE_LINKS.map(({ to, title }) => (
                <li key={to}>
                  <Link to={to}>{t(`shell.title.${title}`)}</Link>
                </li>
              ))}
            </ul>
          </div>
          <FooterMedias heading={styles.heading} />
        </nav>
        <p className={styles.notice}>
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            {t('status.attribution')}
          </a>
          <span>
            {product} {import.meta.env.VITE_VERSION}
          </span>
        </p>
      </div>
    </footer>
  )
}
