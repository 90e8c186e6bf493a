import type { FrameReader, FrameSink } from '../../reader.ts'

/**
 * Trades of Coinbase, from both of its public streams: Exchange (`match`, one trade a message, the one we subscribe to)
 * and Advanced (`market_trades`, batches of 250 ms).
 *
 * Clock   `time`, ISO with microseconds, of the matching engine; floored to ms.
 * Side    `side` is the MAKER's on both: the aggressor is the opposite.
 * Ids     `trade_id`, +1 per product, the same numbers on both streams and on REST.
 * Order   Advanced sends each message newest first: it is put in the order of the ids.
 * Source  docs/exchanges/coinbase.md
 */
export const readCoinbaseFrame: FrameReader = (text, sink) => {
  let message: CoinbaseMessage
  try {
    message = JSON.parse(text) as CoinbaseMessage
  } catch {
    return false
  }
  switch (message.type ?? message.channel) {
    case 'match':
      sink.alive(readTime(message.time))
      return readTrades([message], sink)
    case 'last_match':
      // The last trade before the subscription, possibly old: it overlaps what is stored, its time says nothing of now.
      sink.alive(null)
      return readTrades([message], sink)
    case 'heartbeat':
      sink.alive(readTime(message.time))
      return true
    case 'market_trades':
      sink.alive(readTime(message.timestamp))
      return readTrades((message.events ?? []).flatMap((event) => event.trades ?? []), sink)
    case 'heartbeats':
      sink.alive(readTime(message.timestamp))
      return true
    default:
      sink.alive(null)
      return false
  }
}

/** A trade as Coinbase writes it; Advanced writes the id as text, Exchange as a number. */
export interface CoinbaseTrade {
  readonly trade_id?: unknown
  readonly product_id?: unknown
  readonly price?: unknown
  readonly size?: unknown
  readonly side?: unknown
  readonly time?: unknown
}

interface CoinbaseMessage extends CoinbaseTrade {
  readonly type?: string
  readonly channel?: string
  readonly timestamp?: unknown
  readonly events?: readonly { readonly trades?: readonly CoinbaseTrade[] }[]
}

/** A trade that was checked. */
interface Print {
  readonly id: number
  readonly ts: number
  readonly price: string
  readonly size: string
  readonly buy: boolean
}

/** What the trade says, or what is wrong with it. */
export function readCoinbaseTrade(trade: CoinbaseTrade): Print | string {
  const id = Number(trade.trade_id)
  const ts = readTime(trade.time)
  const { price, size } = trade
  const side = typeof trade.side === 'string' ? trade.side.toLowerCase() : ''
  if (!Number.isSafeInteger(id) || id <= 0) return `trade_id ${String(trade.trade_id)}`
  if (ts === null) return `time ${String(trade.time)} of trade ${id}`
  if (typeof price !== 'string' || typeof size !== 'string') return `price or size of trade ${id}`
  if (side !== 'buy' && side !== 'sell') return `side ${String(trade.side)} of trade ${id}`
  return { id, ts, price, size, buy: side === 'sell' }
}

function readTrades(trades: readonly CoinbaseTrade[], sink: FrameSink): true {
  const read: { product: string; print: Print }[] = []
  for (const trade of trades) {
    const print = readCoinbaseTrade(trade)
    if (typeof print === 'string' || typeof trade.product_id !== 'string') {
      sink.fault(`a Coinbase trade cannot be read: ${typeof print === 'string' ? print : 'product_id'}`)
      return true
    }
    read.push({ product: trade.product_id, print })
  }
  if (read.length > 1) read.sort((a, b) => a.print.id - b.print.id)
  for (const { product, print } of read) {
    sink.print(product, print.ts, print.price, print.size, print.buy, 1, String(print.id))
  }
  return true
}

/** Ms since the epoch, floored; null when it is no time. */
function readTime(iso: unknown): number | null {
  const ms = typeof iso === 'string' ? Date.parse(iso) : Number.NaN
  return ms >= 0 ? ms : null
}
