import { decimalUnit } from '@flowprint/orderflow'
import { type CSSProperties, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../../shared/format/number.ts'
import type { LadderRows } from '../../../../workers/protocol.ts'
import { sizeOf } from '../../model/quantity-text.ts'
import { formatRowPrice, type LadderTotals } from './ladder-model.ts'
import styles from './ladder.module.css'

/** A quantity for a narrow column: empty for 0. */
export function sizeText(units: number, unit: string, kind: 'plain' | 'signed' = 'plain'): string {
  if (units === 0) return ''
  const text = formatSize(Math.abs(sizeOf(units, decimalUnit(unit))))
  return kind === 'signed' ? `${units > 0 ? '+' : '−'}${text}` : text
}

interface LadderRowProps {
  readonly index: number
  readonly ladder: LadderRows
  readonly totals: LadderTotals
  readonly tickSize: string
  readonly lotSize: string
  readonly isBestBid: boolean
  readonly isBestAsk: boolean
  readonly isActive: boolean
}

/** One price. Rows are numbered by their place, so that a moving price changes texts, not elements. */
export function LadderRow({
  index,
  ladder,
  totals,
  tickSize,
  lotSize,
  isBestBid,
  isBestAsk,
  isActive,
}: LadderRowProps) {
  const { qtyUnit, step, topRow } = ladder
  const change = (added: Float64Array, pulled: Float64Array) =>
    sizeText(added[index] - pulled[index], qtyUnit, 'signed')
  return (
    <RowCells
      index={index}
      price={formatRowPrice(topRow - index, step, tickSize)}
      bid={sizeText(ladder.bid[index], qtyUnit)}
      bidBar={share(ladder.bid[index], totals.maxResting)}
      ask={sizeText(ladder.ask[index], qtyUnit)}
      askBar={share(ladder.ask[index], totals.maxResting)}
      tradedBid={sizeText(ladder.tradedBid[index], lotSize)}
      tradedBidBar={share(ladder.tradedBid[index], totals.maxTraded)}
      tradedAsk={sizeText(ladder.tradedAsk[index], lotSize)}
      tradedAskBar={share(ladder.tradedAsk[index], totals.maxTraded)}
      bidChange={change(ladder.bidAdded, ladder.bidPulled)}
      askChange={change(ladder.askAdded, ladder.askPulled)}
      isKnown={ladder.known[index] === 1}
      touch={isBestBid && isBestAsk ? 'both' : isBestBid ? 'bid' : isBestAsk ? 'ask' : undefined}
      isActive={isActive}
    />
  )
}

/** Percent of the largest, in steps of two: a bar that changes by less need not be drawn again. */
const share = (units: number, max: number) => (units === 0 ? 0 : Math.max(2, 2 * Math.round((50 * units) / max)))

interface RowCellsProps {
  readonly index: number
  readonly price: string
  readonly bid: string
  readonly bidBar: number
  readonly ask: string
  readonly askBar: number
  readonly tradedBid: string
  readonly tradedBidBar: number
  readonly tradedAsk: string
  readonly tradedAskBar: number
  readonly bidChange: string
  readonly askChange: string
  readonly isKnown: boolean
  readonly touch: 'bid' | 'ask' | 'both' | undefined
  readonly isActive: boolean
}

const bar = (percent: number) => ({ '--share': `${percent}%` }) as CSSProperties

const RowCells = memo(function RowCells(row: RowCellsProps) {
  const { t } = useTranslation()
  return (
    <div
      role="row"
      aria-rowindex={row.index + 1}
      className={styles.row}
      data-index={row.index}
      data-known={row.isKnown}
      data-touch={row.touch}
      data-active={row.isActive}
    >
      <span role="gridcell" className={styles.change} data-sign={row.bidChange[0]}>
        {row.bidChange}
      </span>
      <span role="gridcell" className={styles.traded} data-side="bid" style={bar(row.tradedBidBar)}>
        {row.tradedBid}
      </span>
      <span role="gridcell" className={styles.size} data-side="bid" style={bar(row.bidBar)}>
        {row.bid}
      </span>
      <span role="gridcell" className={styles.price}>
        {row.price}
        {!row.isKnown && <span className="visually-hidden"> {t('depth.ladder.unknown')}</span>}
      </span>
      <span role="gridcell" className={styles.size} data-side="ask" style={bar(row.askBar)}>
        {row.ask}
      </span>
      <span role="gridcell" className={styles.traded} data-side="ask" style={bar(row.tradedAskBar)}>
        {row.tradedAsk}
      </span>
      <span role="gridcell" className={styles.change} data-sign={row.askChange[0]}>
        {row.askChange}
      </span>
    </div>
  )
})
