import type { FrameReader } from '../../reader.ts'

/**
 * Trades of Kraken's WebSocket v2, channel `trade`.
 *
 * Clock   `timestamp`, ISO with microseconds, of the matching engine; floored to ms.
 * Side    `side` is the taker's.
 * Ids     `trade_id`, +1 per book. A message may hold several taker orders, each entry is one print.
 * Numbers price, qty and trade_id are JSON numbers: they are put in quotes before parsing, so that their text survives.
 * Order   the snapshot (the last 50 trades at the subscription) and updates are put in the order of the ids.
 * Source  docs/exchanges/kraken.md
 */
export const readKrakenFrame: FrameReader = (text, sink) => {
  let message: KrakenMessage
  try {
    message = JSON.parse(text.includes('"trade_id"') ? quoteNumbers(text) : text) as KrakenMessage
  } catch {
    return false
  }
  if (message.channel !== 'trade') {
    // Answers (method) and other channels; the heartbeat carries no clock.
    sink.alive(null)
    return message.channel === 'heartbeat'
  }
  const prints: Print[] = []
  for (const trade of message.data ?? []) {
    const print = readTrade(trade)
    if (typeof print === 'string') {
      sink.fault(`a Kraken trade cannot be read: ${print}`)
      return true
    }
    prints.push(print)
  }
  if (prints.length > 1) prints.sort((a, b) => a.id - b.id)
  // A snapshot may be old; its times say nothing of the clock.
  const newest = message.type === 'update' ? prints.at(-1)?.ts : undefined
  sink.alive(newest ?? null)
  for (const print of prints) {
    sink.print(print.symbol, print.ts, print.price, print.qty, print.buy, 1, String(print.id))
  }
  return true
}

interface KrakenMessage {
  readonly channel?: string
  readonly type?: string
  readonly data?: readonly KrakenTrade[]
}

interface KrakenTrade {
  readonly symbol?: unknown
  readonly side?: unknown
  readonly price?: unknown
  readonly qty?: unknown
  readonly trade_id?: unknown
  readonly timestamp?: unknown
}

interface Print {
  readonly symbol: string
  readonly id: number
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
}

/**
 * The same JSON with the numbers of a trade as texts.
 *
 * A key inside a JSON string would stand with its quotes escaped (\"price\":), so only real keys match.
 */
function quoteNumbers(text: string): string {
  return text.replace(/"(price|qty|trade_id)"(\s*:\s*)(-?\d[\d.eE+-]*)/g, '"$1"$2"$3"')
}

function readTrade(trade: KrakenTrade): Print | string {
  const id = Number(trade.trade_id)
  const ts = typeof trade.timestamp === 'string' ? Date.parse(trade.timestamp) : Number.NaN
  const { symbol, side, price, qty } = trade
  if (!Number.isSafeInteger(id) || id <= 0) return `trade_id ${String(trade.trade_id)}`
  if (!(ts >= 0)) return `timestamp ${String(trade.timestamp)} of trade ${id}`
  if (typeof symbol !== 'string') return `symbol of trade ${id}`
  if (typeof price !== 'string' || typeof qty !== 'string') return `price or qty of trade ${id}`
  if (side !== 'buy' && side !== 'sell') return `side ${String(side)} of trade ${id}`
  return { symbol, id, ts, price, qty, buy: side === 'buy' }
}
