import type { FrameReader, FrameSink } from '../../reader.ts'
import { brokenTrades, isoMs, rawList, rawMessage, rawObject } from '../raw-message.ts'

/**
 * Trades of Kraken's WebSocket v2, channel `trade`.
 *
 * Clock   `timestamp`, ISO with microseconds, of the matching engine; floored to ms.
 * Side    `side` is the taker's.
 * Ids     `trade_id`, +1 per book. A message may hold several taker orders; each entry is one trade.
 * Numbers price, qty and trade_id are JSON numbers: they are quoted before parsing to preserve their text.
 * Order   the snapshot (the last 50 trades at the subscription) and updates are sorted by id.
 * Source  docs/exchanges/kraken.md
 */
export const readKrakenFrame: FrameReader = (text, sink) => {
  const message = rawMessage(text.includes('"trade_id"') ? quoteNumbers(text) : text)
  if (message === null) return brokenTrades(text, '"trade_id"', sink)
  if (message['channel'] === 'trade') return readTrades(message, sink)
  sink.alive(null)
  if (message['method'] === 'subscribe') return readAnswer(message, sink)
  // ccxt does not need the heartbeat, the one message that arrives every second.
  return message['channel'] === 'heartbeat'
}

interface Trade {
  readonly symbol: string
  readonly id: number
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
}

function readTrades(message: Record<string, unknown>, sink: FrameSink): true {
  const trades: Trade[] = []
  for (const entry of rawList(message['data']) ?? [null]) {
    const trade = readTrade(entry)
    if (typeof trade === 'string') {
      sink.fault(`invalid Kraken trade: ${trade}`)
      return true
    }
    trades.push(trade)
  }
  if (trades.length > 1) trades.sort((a, b) => a.id - b.id)
  for (const { symbol, ts, price, qty, buy, id } of trades) sink.trade(symbol, ts, price, qty, buy, 1, id)
  // The trades of a snapshot may be old: their times are not used as a clock.
  sink.alive(message['type'] === 'update' ? (trades.at(-1)?.ts ?? null) : null)
  return true
}

/**
 * Quotes the numbers of a trade. Only keys match: inside a JSON string their quotes would be escaped.
 */
function quoteNumbers(text: string): string {
  return text.replace(/"(price|qty|trade_id)"\s*:\s*(-?\d[\d.eE+-]*)/g, '"$1":"$2"')
}

function readTrade(value: unknown): Trade | string {
  const trade = rawObject(value)
  if (trade === null) return 'a trade that is no object'
  const { symbol, side, price, qty } = trade
  const id = Number(trade['trade_id'])
  if (!Number.isSafeInteger(id) || id <= 0) return `trade_id ${String(trade['trade_id'])}`
  const ts = isoMs(trade['timestamp'])
  if (!(ts > 0)) return `timestamp ${String(trade['timestamp'])} of trade ${id}`
  if (typeof symbol !== 'string') return `symbol of trade ${id}`
  if (typeof price !== 'string' || typeof qty !== 'string') return `price or qty of trade ${id}`
  if (side !== 'buy' && side !== 'sell') return `side ${String(side)} of trade ${id}`
  return { symbol, id, ts, price, qty, buy: side === 'buy' }
}

/** The response to a subscription: one per symbol, for one or many symbols in the request. */
function readAnswer(message: Record<string, unknown>, sink: FrameSink): boolean {
  const result = rawObject(message['result'])
  const symbol = result?.['symbol'] ?? message['symbol']
  const marketId = typeof symbol === 'string' ? symbol : null
  if (message['success'] === true) {
    if (result?.['channel'] === 'trade') sink.acknowledged(marketId)
    return false
  }
  const what = String(message['error'])
  if (/already subscribed/i.test(what)) sink.acknowledged(marketId)
  else sink.refused(marketId, what)
  return true
}
