import { gzipSync } from 'node:zlib'
import { decimalUnit, fromUnits, idText, type Trades } from '@flowprint/orderflow'
import { zipFile } from './zip-file.ts'

/** The layouts of the venues' day files. */
export type DayLayout = 'binance-spot' | 'binance-usdm' | 'bybit-derivatives' | 'bybit-spot'

export interface DayContent {
  readonly marketId: string
  readonly tickSize: string
  readonly lotSize: string
  /** The day's trades, in canonical order. */
  readonly trades: Trades
}

/** The bytes of a day's file in the venue's layout, compressed; deterministic. */
export function dayFile(layout: DayLayout, fileName: string, content: DayContent): Buffer {
  const rows = WRITERS[layout](content)
  const csv = Buffer.from(`${rows.join('\n')}\n`)
  return fileName.endsWith('.zip') ? zipFile(fileName.replace(/\.zip$/, '.csv'), csv) : gzipSync(csv)
}

const WRITERS: Readonly<Record<DayLayout, (content: DayContent) => string[]>> = {
  'binance-spot': (content) =>
    formatTrades(
      content,
      ({ row, price, qty, ts, buy, first, last }) =>
        // No header, times in microseconds since 2025, booleans in Python notation.
        `${row},${price},${qty},${first},${last},${ts}${ts < Date.UTC(2025, 0, 1) ? '' : '000'},${buy ? 'False' : 'True'},True`,
    ),
  'binance-usdm': (content) => [
    'agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker',
    ...formatTrades(
      content,
      ({ row, price, qty, ts, buy, first, last }) => `${row},${price},${qty},${first},${last},${ts},${!buy}`,
    ),
  ],
  'bybit-derivatives': (content) => [
    'timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional',
    // Newest first, seconds with a fraction.
    ...formatTrades(
      content,
      ({ price, qty, ts, buy, id }) =>
        `${(ts / 1000).toFixed(4)},${content.marketId},${buy ? 'Buy' : 'Sell'},${qty},${price},PlusTick,${id},1,1,1`,
    ).reverse(),
  ],
  'bybit-spot': (content) => [
    'id,timestamp,price,volume,side,rpi',
    ...formatTrades(
      content,
      ({ row, price, qty, ts, buy }) => `${row},${ts},${price},${qty},${buy ? 'buy' : 'sell'},0`,
    ),
  ],
}

interface Trade {
  /** 1-based in each file. */
  readonly row: number
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
  readonly first: number
  readonly last: number
  readonly id: string
}

function formatTrades({ trades, tickSize, lotSize }: DayContent, write: (trade: Trade) => string): string[] {
  const tick = decimalUnit(tickSize)
  const lot = decimalUnit(lotSize)
  return Array.from({ length: trades.length }, (_, i) =>
    write({
      row: i + 1,
      ts: trades.ts[i],
      price: fromUnits(trades.price[i], tick),
      qty: fromUnits(trades.qty[i], lot),
      buy: trades.buy[i] === 1,
      first: trades.id[i],
      last: trades.id[i] + trades.fills[i] - 1,
      id: idText(trades, i),
    }),
  )
}
