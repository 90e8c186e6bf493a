import { useTranslation } from 'react-i18next'
import { Empty, Failed } from '../../shared/ui/page/states.tsx'
import pageStyles from './content/content-page.module.css'
import { Hero } from './content/hero.tsx'
import { PageSkeleton } from './content/skeleton.tsx'
import { useArticles } from './calls.ts'
import { ArticleList } from './medias/article-list.tsx'

/** /medias: every article. */
export function Page() {
  const { t } = useTranslation()
  const { data, error, refetch } = useArticles()
  if (!data && !error) return <PageSkeleton />
  return (
    <div className="flex flex-col">
      <Hero title={t('site.medias.heading')} lead={t('site.medias.lead')} />
      <div className={pageStyles.body}>
        {data && data.list.length > 0 && <ArticleList articles={data.list} heading="h2" />}
        {data && data.list.length === 0 && <Empty title={t('site.medias.empty')} text={t('site.medias.emptyText')} />}
        {!data && error && <Failed title={t('site.medias.failed')} error={error} onRetry={refetch} />}
      </div>
    </div>
  )
}
