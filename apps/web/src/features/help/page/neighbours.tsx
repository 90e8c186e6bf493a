import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from '../help.module.css'
import { neighbours, topicPath, type Slug } from '../topics.ts'
import { useTexts } from '../texts.ts'

/** Links to the previous and next topic. */
export function Neighbours({ slug }: { slug: Slug }) {
  const { t } = useTranslation()
  const texts = useTexts()
  const { before, after } = neighbours(slug)
  return (
    <nav
      className="flex justify-between gap-3 mt-10 pt-4 border-t border-line"
      data-screen=""
      aria-label={t('help.pager')}
    >
      {before && (
        <Link to={topicPath(before)} className={styles.neighbour} rel="prev">
          <span>{t('help.before')}</span>
          {texts[before].title}
        </Link>
      )}
      {after && (
        <Link to={topicPath(after)} className={`${styles.neighbour} ms-auto text-end`} rel="next">
          <span>{t('help.after')}</span>
          {texts[after].title}
        </Link>
      )}
    </nav>
  )
}
