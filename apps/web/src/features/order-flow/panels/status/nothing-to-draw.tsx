import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../../../shared/http/envelope.ts'
import { failureText } from '../../../../shared/http/failures.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { useMarket } from '../../model/market-store.ts'
import { venueName } from '../../model/symbols.ts'
import styles from './chart-cover.module.css'
import { SkeletonColumns } from '../../ui/skeleton-columns.tsx'
import { useTimeFormat } from '../../model/time-zone.ts'

/** Why there is nothing to draw: it failed, nothing traded, or no data has arrived yet. */
export function NothingToDraw({ market, onRetry }: { market: MenuSymbol; onRetry: () => void }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const phase = useMarket((state) => state.phase)
  const failure = useMarket((state) => state.failure)
  const meta = useMarket((state) => state.meta)

  if (phase === 'failed' && failure) {
    const { kind, code, words, data } = failure
    return (
      <div className={styles.cover} role="alert">
        <h2 className="text-xl font-semibold">{t('chart.failed.title')}</h2>
        <p className="max-w-[460px] text-muted text-m wrap-anywhere">
          {failureText(t, new CallFailure(kind, code, words, data))}
        </p>
        <Button variant="primary" size="large" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  if (phase === 'empty' && meta?.followed && !meta.coverage) {
    return (
      <div className={styles.cover} role="status">
        <SkeletonColumns still />
        <h2 className="text-xl font-semibold">{t('noData.waiting.title', { exchange: venueName(market.exchange) })}</h2>
        <p className="max-w-[460px] text-muted text-m wrap-anywhere">
          {t('noData.waiting.text', { symbol: market.label })}
        </p>
      </div>
    )
  }
  if (phase === 'empty') {
    const coverage = meta?.coverage
    return (
      <div className={styles.cover} role="status">
        <SkeletonColumns still />
        <h2 className="text-xl font-semibold">{t('noData.empty.title')}</h2>
        <p className="max-w-[460px] text-muted text-m wrap-anywhere">
          {coverage
            ? t('noData.empty.history', {
                symbol: market.label,
                from: time.moment(coverage.from),
                to: time.moment(coverage.to),
              })
            : t('noData.empty.nothing', { symbol: market.label })}
        </p>
        <Button variant="outlined" size="large" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  return null
}
