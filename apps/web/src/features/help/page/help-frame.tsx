import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../../shared/ui/use-media.ts'
import styles from '../help.module.css'
import { HelpSearch } from '../search/help-search.tsx'
import type { Slug } from '../topics.ts'
import { Contents } from './contents.tsx'

interface HelpFrameProps {
  readonly current: Slug | null
  /** Content at the right on wide screens. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Search and contents next to the text; on a phone above it, with the contents folded. */
export function HelpFrame({ current, aside, children }: HelpFrameProps) {
  const { t } = useTranslation()
  const isNarrow = useMedia('(max-width: 900px)')
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <HelpSearch />
        {isNarrow ? (
          <details className={styles.fold}>
            <summary className="px-3 py-[9px] text-muted text-m cursor-pointer">{t('help.contents')}</summary>
            <Contents current={current} />
          </details>
        ) : (
          <Contents current={current} />
        )}
      </div>
      <article className="min-w-0 pt-6 max-tablet:pt-4">{children}</article>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  )
}
