import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localeOf, useLanguage } from '../../../shared/i18n/language.ts'
import { pictureOf } from '../../../shared/ui/markdown/addresses.ts'
import { formatDay } from '../../../shared/format/time.ts'
import type { ContentListed } from '../calls.ts'
import styles from './medias.module.css'

/** List of articles, each a link. */
export function ArticleList({
  articles,
  heading: Heading,
}: {
  articles: readonly ContentListed[]
  heading: 'h2' | 'h3'
}) {
  const language = useLanguage()
  const { t } = useTranslation()
  return (
    <ul className={styles.list} aria-label={t('site.medias.heading')}>
      {articles.map(({ key, title, summary, picture, published_at, language: written }) => {
        const shown = picture === null ? null : pictureOf(picture)
        return (
          <li key={key} className={styles.entry} lang={written === language ? undefined : localeOf(written)}>
            {shown && (
              <img
                className={styles.thumb}
                src={shown.src}
                width={shown.width}
                height={shown.height}
                alt=""
                loading="lazy"
              />
            )}
            <p className="text-faint text-m">{formatDay(published_at, language)}</p>
            <Heading className={styles.entryTitle}>
              <Link to={`/medias/${key}`}>{title}</Link>
            </Heading>
            {summary !== '' && <p className="text-muted">{summary}</p>}
          </li>
        )
      })}
    </ul>
  )
}
