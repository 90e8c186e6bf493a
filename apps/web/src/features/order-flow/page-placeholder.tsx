import { useTranslation } from 'react-i18next'
import { failureText } from '../../shared/http/failures.ts'
import { Button } from '../../shared/ui/button.tsx'
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
        <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center" role="alert">
          <h1 className="text-xl font-semibold">{t('chart.failed.title')}</h1>
          <p className="max-w-[460px] text-muted text-m">{failureText(t, error)}</p>
          <Button variant="primary" size="large" onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <div className="relative flex-1" role="status">
          <SkeletonColumns still={isEmpty} />
          {isSettling && <p className={styles.preparing}>{t('chart.preparing')}</p>}
          {isEmpty && <NoMarkets />}
          {!isSettling && !isEmpty && <span className="visually-hidden">{t('shell.loading')}</span>}
        </div>
      )}
      <div className={styles.foot} />
    </div>
  )
}
