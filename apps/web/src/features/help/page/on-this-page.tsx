import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from '../help.module.css'
import type { Section } from '../texts.ts'
import { topicPath, type Slug } from '../topics.ts'

export function OnThisPage({ slug, sections }: { slug: Slug; sections: readonly Section[] }) {
  const { t } = useTranslation()
  const named = sections.filter(({ id }) => id !== '')
  if (named.length < 2) return null
  return (
    <nav aria-label={t('help.onThisPage')}>
      <p className="px-2.5 pb-1 text-faint text-s font-semibold">{t('help.onThisPage')}</p>
      <ul>
        {named.map(({ id, title }) => (
          <li key={id}>
            <Link to={topicPath(slug, id)} className={styles.entry}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
