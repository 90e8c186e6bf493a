import type { MenuSymbol } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { NothingToDraw } from './deferred-parts.ts'
import { useMarket } from '../../model/market-store.ts'
import styles from './chart-cover.module.css'
import { SkeletonColumns } from '../../ui/skeleton-columns.tsx'

/** Replaces the chart while there is nothing to draw: loading, empty, failed. */
export function ChartCover({ market, onRetry }: { market: MenuSymbol; onRetry: () => void }) {
  const { t } = useTranslation()
  const phase = useMarket((state) => state.phase)

  if (phase === 'loading') {
    return (
      <div className={styles.cover} role="status">
        <SkeletonColumns />
        <span className="visually-hidden">{t('chart.loading', { symbol: market.label })}</span>
      </div>
    )
  }
  return phase === 'failed' || phase === 'empty' ? <NothingToDraw market={market} onRetry={onRetry} /> : null
}
