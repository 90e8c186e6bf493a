import type { TradeRow } from '@flowprint/contract'
import { idText } from '@flowprint/orderflow'
import type { InstrumentUnits, Trades } from '@flowprint/orderflow'
import { plainLine } from '../../../platform/csv/index.ts'
import { decimalWriter } from './decimal-text.ts'

export function presentTrades(trades: Trades, units: InstrumentUnits): TradeRow[] {
  const price = decimalWriter(units.tickSize)
  const qty = decimalWriter(units.lotSize)
  const rows: TradeRow[] = []
  for (let i = 0; i < trades.length; i++) {
    rows.push({
      id: idText(trades, i),
      ts: trades.ts[i],
      price: price(trades.price[i]),
      qty: qty(trades.qty[i]),
      side: trades.buy[i] === 1 ? 'buy' : 'sell',
      fills: trades.fills[i],
      seq: trades.seq === null ? null : trades.seq[i],
    })
  }
  return rows
}

export function tradesCsv(rows: readonly TradeRow[]): string {
  const lines = rows.map((row) => plainLine([row.id, row.ts, row.price, row.qty, row.side, row.fills, row.seq ?? '']))
  return plainLine(['id', 'ts', 'price', 'qty', 'side', 'fills', 'seq']) + lines.join('')
}

/** The `after` cursor of the next page; includes the id because many trades share a millisecond. */
export const cursorOf = (row: TradeRow): string => `${row.ts}_${row.id}`
