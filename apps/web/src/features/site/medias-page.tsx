import { useTranslation } from 'react-i18next'
import { failureText } from '../../shared/http/failure-text.ts'
import pageStyles from './content/content-page.module.css'
import { Hero } from './content/hero.tsx'
import { PageSkeleton } from './content/skeleton.tsx'
import { StatePanel } from './content/state-panel.tsx'
import { useArticles } from './content/use-content.ts'
import { ArticleList } from './medias/article-list.tsx'

/** /medias: every article. */
export function Page() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useArticles()
  if (!data && !error) return <PageSkeleton />
  return (
    <div className={pageStyles.page}>
      <Hero title={t('site.medias.heading')} lead={t('site.medias.lead')} />
      <div className={pageStyles.body}>
        {data && data.list.length > 0 && <ArticleList articles={data.list} heading="h2" />}
        {data && data.list.length === 0 && <StatePanel tone="calm" heading="h2" title={t('site.medias.empty')}>{t('site.medias.emptyText')}</StatePanel>}
        {!data && error && (
          <StatePanel tone="bad" heading="h2" title={t('site.medias.failed')} action={t('common.retry')} busy={isFetching} onAction={() => void refetch()}>
            {failureText(t, error)}
          </StatePanel>
        )}
      </div>
    </div>
  )
}
