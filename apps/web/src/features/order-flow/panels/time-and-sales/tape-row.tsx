import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMillis } from '../../../../shared/format/chart-time.ts'
import { formatSize } from '../../../../shared/format/number.ts'
import type { TapeRow as Row } from '../../../../workers/protocol.ts'
import { formatPrice, sizeOf, type TextUnits } from '../../model/quantity-text.ts'
import { MomentButton } from '../../ui/moment-button.tsx'
import { useChartScope } from '../../model/chart-scope.ts'
import styles from './tape.module.css'

interface TapeRowProps {
  readonly row: Row
  /** Index from the newest, starting at 0. */
  readonly index: number
  readonly unit: 'base' | 'quote'
  readonly units: TextUnits
  readonly clock: (t: number) => string
  readonly active: boolean
}

/** One sweep or trade. The side is shown by colour, arrow and text. */
export const TapeRow = memo(function TapeRow({ row, index, unit, units, clock, active }: TapeRowProps) {
  const { t } = useTranslation()
  const scope = useChartScope()
  const size = unit === 'base' ? sizeOf(row.lots, units.lot) : Math.abs(sizeOf(row.notional, units.quote))
  return (
    <div
      id={`tape-row-${index}`}
      role="row"
      aria-rowindex={index + 1}
      className={styles.row}
      data-side={row.buy ? 'buy' : 'sell'}
      data-mark={row.mark}
      data-active={active}
      data-index={index}
      style={{ transform: `translateY(calc(${index} * var(--row)))` }}
    >
      <span role="gridcell" className={styles.time}>
        {clock(row.lastTs)}
        <span className={styles.millis}>{formatMillis(row.lastTs)}</span>
      </span>
      <span role="gridcell" className={styles.price}>
        <i aria-hidden="true">{row.buy ? '▲' : '▼'}</i>
        <span className="visually-hidden">{t(row.buy ? 'timeAndSales.buy' : 'timeAndSales.sell')}</span>
        {formatPrice(row.last, units)}
      </span>
      <span role="gridcell" className={styles.size}>
        {formatSize(size)}
      </span>
      <span role="gridcell" className={styles.trades}>
        {row.trades > 1 ? row.trades : ''}
      </span>
      {active && (
        <span role="gridcell" className={styles.moment}>
          <MomentButton request={{ scope, at: { row } }} isMouseOnly />
        </span>
      )}
    </div>
  )
})
