import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSiteSettings } from '../../../shared/site-settings.ts'
import { useArticles } from '../calls.ts'
import { readMediaLinks } from './media-links.ts'

/** The operator's two footer articles, titled in the page's language. */
export function FooterMedias({ heading }: { heading: string }) {
  const { t } = useTranslation()
  const medias = useSiteSettings().data?.config.medias ?? []
  const { data } = useArticles()
  const links = readMediaLinks(medias, data?.list ?? [])
  if (links.length === 0) return null
  return (
    <div>
      <p className={heading}>{t('site.footer.reading')}</p>
      <ul>
        {links.map(({ to, label, outside }) => (
          <li key={to}>
            {outside ? (
              <a href={to} target="_blank" rel="noreferrer noopener">
                {label}
              </a>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
