import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useArticles } from '../calls.ts'
import { ArticleList } from './article-list.tsx'
import styles from './medias.module.css'

/** Links to other articles; nothing when there are none. */
export function OtherArticles({ than }: { than: string }) {
  const { t } = useTranslation()
  const id = useId()
  const others = useArticles().data?.list.filter(({ key }) => key !== than) ?? []
  if (others.length === 0) return null
  return (
    <section className={styles.others} aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl font-[640]">
          {t('site.medias.others')}
        </h2>
        <Link to="/medias">{t('site.medias.all')}</Link>
      </div>
      <ArticleList articles={others.slice(0, 4)} heading="h3" />
    </section>
  )
}
