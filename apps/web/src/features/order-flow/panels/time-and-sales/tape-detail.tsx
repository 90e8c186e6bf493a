import { rowsSwept } from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { formatMillis } from '../../../../shared/format/chart-time.ts'
import type { TapeRow } from '../../../../workers/protocol.ts'
import { formatAverage, formatExact, formatPrice, type TextUnits } from '../../model/quantity-text.ts'
import styles from '../../ui/row-detail.module.css'

interface TapeDetailProps {
  readonly row: TapeRow | undefined
  readonly units: TextUnits
  /** Row height of the chart, ticks. */
  readonly step: number
  readonly base: string
  readonly quote: string
  readonly clock: (t: number) => string
}

/** Exact texts of the row under the pointer; in a fixed place, so that nothing moves. */
export function TapeDetail({ row, units, step, base, quote, clock }: TapeDetailProps) {
  const { t } = useTranslation()
  if (!row)
    return (
      <p className={styles.detail}>
        <span className="text-faint">{t('timeAndSales.hint')}</span>
      </p>
    )
  const { trades, fills } = row
  const last = clock(row.lastTs) + formatMillis(row.lastTs)
  const time = row.firstTs === row.lastTs ? last : `${clock(row.firstTs)}${formatMillis(row.firstTs)} – ${last}`
  const price = (ticks: number) => formatPrice(ticks, units)
  return (
    <div className={styles.detail} data-tape-detail="">
      <p className={styles.strong} data-side={row.buy ? 'buy' : 'sell'}>
        {t(row.buy ? 'timeAndSales.buy' : 'timeAndSales.sell')} {formatExact(row.lots, units.lot)} {base}
      </p>
      <p>
        {formatExact(row.notional, units.quote)} {quote}
        {trades > 1 && ` · ${t('timeAndSales.average', { price: formatAverage(row, units) })}`}
      </p>
      <p>
        {row.first === row.last
          ? price(row.last)
          : t('timeAndSales.from', { first: price(row.first), last: price(row.last) })}
        {trades > 1 && ` · ${t('timeAndSales.swept', { rows: rowsSwept(row, step) })}`}
        {fills > 1 &&
          ` · ${fills === trades ? t('timeAndSales.count', { trades }) : t('timeAndSales.countFills', { trades, fills })}`}
      </p>
      <p>{time}</p>
    </div>
  )
}
