import { useTranslation } from 'react-i18next'
import { NoMarkets } from './panels/status/deferred-parts.ts'
import { SkeletonColumns } from './ui/skeleton-columns.tsx'
import styles from './order-page.module.css'

interface PagePlaceholderProps {
  /** Why the markets could not be loaded; null if they still are. */
  readonly error: unknown
  readonly retry: () => void
  /** The history of the first market is still being generated. */
  readonly isSettling: boolean
  /** There are no markets. */
  readonly isEmpty: boolean
}

/** A page of charts before it has markets to show. */
export function PagePlaceholder({ error, retry, isSettling, isEmpty }: PagePlaceholderProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col h-full" aria-busy={!error}>
      <div className={styles.bar} />
      {error ? (
        <NoMarkets error={error} retry={retry} />
      ) : (
        <div className="relative flex-1" role="status">
          <SkeletonColumns still={isEmpty} />
          {isSettling && <p className={styles.preparing}>{t('chart.preparing')}</p>}
          {isEmpty && (
            <div className={styles.preparing}>
              <NoMarkets error={null} retry={retry} />
            </div>
          )}
          {!isSettling && !isEmpty && <span className="visually-hidden">{t('shell.loading')}</span>}
        </div>
      )}
      <div className={styles.foot} />
    </div>
  )
}
