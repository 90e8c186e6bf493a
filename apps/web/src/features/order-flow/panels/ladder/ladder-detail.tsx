import type { MenuSymbol } from '@flowprint/contract'
import { decimalUnit } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import type { LadderRows } from '../../../../workers/protocol.ts'
import { formatExact } from '../../model/quantity-text.ts'
import { formatRowPrice, formatSpread } from './ladder-model.ts'
import styles from '../../ui/row-detail.module.css'

interface LadderDetailProps {
  readonly ladder: LadderRows | null
  /** The row under the pointer; null: the best prices. */
  readonly index: number | null
  readonly market: MenuSymbol
  readonly unit: string
}

/** Exact texts of the row under the pointer, otherwise of the best prices; in a fixed place, so that nothing moves. */
export function LadderDetail({ ladder, index, market, unit }: LadderDetailProps) {
  const { t } = useTranslation()
  if (!ladder) return <div className={styles.detail} />
  const { tick_size: tickSize, lot_size: lotSize } = market
  if (index === null || index >= ladder.rows) {
    const spread = formatSpread(ladder, tickSize)
    const price = (tick: number) => (Number.isNaN(tick) ? '—' : formatRowPrice(tick, 1, tickSize))
    return (
      <div className={styles.detail} data-ladder-detail="">
        <p>{t('depth.ladder.summary', { bid: price(ladder.bestBid), ask: price(ladder.bestAsk) })}</p>
        {spread !== null && <p className="text-faint">{t('depth.ladder.spread', { value: spread })}</p>}
        {ladder.traded !== 'ready' && (
          <p className="text-faint" role="status">
            {t(ladder.traded === 'failed' ? 'depth.ladder.tradedFailed' : 'depth.ladder.tradedLoading')}
          </p>
        )}
      </div>
    )
  }
  const resting = decimalUnit(ladder.qtyUnit)
  const side = (name: 'bid' | 'ask') => {
    const [added, pulled] = name === 'bid' ? [ladder.bidAdded, ladder.bidPulled] : [ladder.askAdded, ladder.askPulled]
    return [
      `${t(`depth.ladder.${name}`)} ${formatExact(ladder[name][index], resting)} ${unit}`,
      t('depth.ladder.added', { value: formatExact(added[index], resting) }),
      t('depth.ladder.pulled', { value: formatExact(pulled[index], resting) }),
    ].join(' · ')
  }
  const traded = (lots: number) => formatExact(lots, decimalUnit(lotSize))
  return (
    <div className={styles.detail} data-ladder-detail="">
      <p className={styles.strong}>
        {formatRowPrice(ladder.topRow - index, ladder.step, tickSize)}
        {ladder.known[index] === 0 && ` · ${t('depth.ladder.unknown')}`}
      </p>
      <p>{side('bid')}</p>
      <p>{side('ask')}</p>
      <p>
        {t('depth.ladder.tradedBid')} {traded(ladder.tradedBid[index])} · {t('depth.ladder.tradedAsk')}{' '}
        {traded(ladder.tradedAsk[index])} {unit}
      </p>
    </div>
  )
}
