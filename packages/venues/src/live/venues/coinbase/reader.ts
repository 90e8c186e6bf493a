import type { FrameReader, FrameSink } from '../../reader.ts'
import { brokenTrades, clockOf, rawList, rawMessage, rawObject } from '../raw-message.ts'
import { readCoinbaseTrade } from './trade.ts'
import type { CoinbaseTrade } from './trade.ts'

/**
 * Trades of Coinbase from both of its public streams: Exchange (`match`, one trade a message: the one we subscribe to)
 * and Advanced (`market_trades`, batches of 250 ms).
 *
 * Clock   `time`, ISO with microseconds, of the matching engine; floored to ms.
 * Side    `side` is the MAKER's on both: the aggressor is the opposite.
 * Ids     `trade_id`, +1 per product, the same numbers on both streams and on REST.
 * Order   Advanced sends each message newest first: it is sorted by id.
 * Source  docs/exchanges/coinbase.md
 */
export const readCoinbaseFrame: FrameReader = (text, sink) => {
  const message = rawMessage(text)
  if (message === null) return brokenTrades(text, '"trade_id"', sink)
  switch (message['type'] ?? message['channel']) {
    case 'match':
      return readTrades([message], clockOf(message['time']), sink)
    case 'last_match':
      // The last trade before the subscription overlaps what is stored; it may be old, so its time is not used as a
      // clock.
      return readTrades([message], null, sink)
    case 'market_trades':
      return readTrades(tradesOf(message['events']), clockOf(message['timestamp']), sink)
    case 'heartbeat':
      sink.alive(clockOf(message['time']))
      return true
    case 'heartbeats':
      sink.alive(clockOf(message['timestamp']))
      return true
    case 'subscriptions':
      sink.alive(clockOf(message['timestamp']))
      for (const product of subscribedProducts(message)) sink.acknowledged(product)
      return false
    case 'error':
      sink.alive(null)
      sink.refused(null, `${String(message['message'])}: ${String(message['reason'] ?? '')}`)
      // Not passed to ccxt, which would treat one refused product as the end of the connection.
      return true
    default:
      sink.alive(null)
      return false
  }
}

function readTrades(entries: readonly unknown[] | null, clockMs: number | null, sink: FrameSink): true {
  const trades: CoinbaseTrade[] = []
  for (const entry of entries ?? [null]) {
    const trade = readCoinbaseTrade(entry)
    if (typeof trade === 'string') {
      sink.fault(`invalid Coinbase trade: ${trade}`)
      return true
    }
    trades.push(trade)
  }
  if (trades.length > 1) trades.sort((a, b) => a.id - b.id)
  for (const { product, ts, price, size, buy, id } of trades) sink.trade(product, ts, price, size, buy, 1, id)
  sink.alive(clockMs)
  return true
}

/** All trades of an Advanced message, or null if malformed. */
function tradesOf(events: unknown): unknown[] | null {
  const trades: unknown[] = []
  for (const event of rawList(events) ?? [null]) {
    const list = rawList(rawObject(event)?.['trades'])
    if (list === null) return null
    trades.push(...list)
  }
  return trades
}

/** Products in a confirmation of either stream, which always lists all subscribed products of the connection. */
function subscribedProducts(message: Record<string, unknown>): string[] {
  const channels = rawList(message['channels']) ?? []
  const exchange = channels.map(rawObject).find((channel) => channel?.['name'] === 'matches')?.['product_ids']
  const advanced = rawObject(rawObject(rawList(message['events'])?.[0])?.['subscriptions'])?.['market_trades']
  const products = rawList(exchange ?? advanced) ?? []
  return products.filter((product) => typeof product === 'string')
}
