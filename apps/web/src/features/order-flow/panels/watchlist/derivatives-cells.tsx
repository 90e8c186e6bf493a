import type { Summary } from '@flowprint/contract'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCountdown } from '../../../../shared/format/chart-time.ts'
import { formatCompact, formatSigned, groupDigits } from '../../../../shared/format/number.ts'
import { formatFunding } from '../../model/funding-text.ts'
import { useMarketClock } from '../../model/market-store.ts'
import { useWatchlistColumns, type WatchlistColumn } from './watchlist-columns.ts'
import styles from './watchlist.module.css'

/** The columns before the added ones. */
const FIXED_COLUMNS = 3

interface CellsProps {
  readonly summary: Summary | undefined
  /** Shown for a missing value. */
  readonly none: string
  readonly directionOf: (text: string | null | undefined) => 'up' | 'down' | undefined
}

/** Place of an added column in the grid of a row. */
export const columnStyle = (index: number) => ({ '--at': FIXED_COLUMNS + 1 + index }) as CSSProperties

/** The added columns of a row: values of a perpetual. */
export function DerivativesCells(props: CellsProps) {
  const { t } = useTranslation()
  const shown = useWatchlistColumns((state) => state.shown)
  if (shown.length === 0) return null
  return (
    <span className={styles.added}>
      {shown.map((column, index) => (
        <span key={column} className={styles.cell} style={columnStyle(index)} data-column={column}>
          <small className={styles.cellName}>{t(`workspace.watchlist.columns.${column}`)}</small>
          <Cell column={column} {...props} />
        </span>
      ))}
    </span>
  )
}

function Cell({ column, summary, none, directionOf }: CellsProps & { column: WatchlistColumn }) {
  if (column === 'openInterest') {
    const change = summary?.open_interest_change_percent
    return (
      <>
        <span>{summary?.open_interest ? formatCompact(summary.open_interest) : none}</span>
        <span className={styles.second} data-direction={directionOf(change)}>
          {change ? `${formatSigned(change)}%` : ''}
        </span>
      </>
    )
  }
  if (column === 'markPrice') return <span>{summary?.mark_price ? groupDigits(summary.mark_price) : none}</span>
  const rate = summary?.funding_rate
  return (
    <>
      <span data-direction={directionOf(rate)}>{rate ? formatFunding(Number(rate)) : none}</span>
      <span className={styles.second}>{summary?.next_funding ? <Countdown to={summary.next_funding} /> : ''}</span>
    </>
  )
}

/** Time to a moment of the server's clock. */
function Countdown({ to }: { to: number }) {
  const { now, market } = useMarketClock()
  return <span role="timer">{formatCountdown(to - now - market.offsetMs)}</span>
}
