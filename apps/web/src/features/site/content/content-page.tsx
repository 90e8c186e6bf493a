import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf, useLanguage } from '../../../shared/i18n/language.ts'
import { Failed } from '../../../shared/ui/page/states.tsx'
import { type Content, isMissing, useContent } from '../calls.ts'
import styles from './content-page.module.css'
import { Hero } from './hero.tsx'
import { PageSkeleton } from './skeleton.tsx'
import { Callout } from '../../../shared/ui/callout.tsx'

interface ContentPageProps {
  readonly contentKey: string
  /** Above the title. */
  readonly before?: (content: Content) => ReactNode
  /** Under the summary. */
  readonly under?: (content: Content) => ReactNode
  /** Shown when nothing is published under the key; without it, an ordinary failure is shown. */
  readonly missing?: ReactNode
  /** A single text column. */
  readonly column?: boolean
  readonly children: (content: Content) => ReactNode
}

/**
 * A page made of a text: its title in the hero, the rest as the page renders it. Renders nothing until everything is
 * loaded.
 */
export function ContentPage({ contentKey, before, under, missing, column, children }: ContentPageProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, error, refetch } = useContent(contentKey)
  if (data) {
    const other = data.language !== language
    return (
      <article
        className={column ? `flex flex-col ${styles.column}` : 'flex flex-col'}
        lang={other ? localeOf(data.language) : undefined}
      >
        <Hero title={data.title} lead={data.summary} before={before?.(data)}>
          {other && (
            <Callout tone="warning" lang={localeOf(language)}>
              {t('site.otherLanguage')}
            </Callout>
          )}
          {under?.(data)}
        </Hero>
        <div className={styles.body}>{children(data)}</div>
      </article>
    )
  }
  if (!error) return <PageSkeleton />
  if (missing !== undefined && isMissing(error)) return missing
  return (
    <div className={styles.body}>
      <Failed title={t('site.failed')} error={error} onRetry={refetch} />
    </div>
  )
}
