import type { FrameReader, FrameSink } from '../../reader.ts'
import { rawMessage } from '../raw-message.ts'

/**
 * Bybit v5 `publicTrade.<symbol>`, the same on spot, linear and inverse.
 *
 * Clock   `T`, ms, of the matching engine; the message's `ts` is the clock at sending.
 * Side    `S` is the taker's.
 * Ids     `i` is a uuid on linear and inverse and a 19-digit number on spot: it detects duplicates, never gaps.
 *         `seq` is a cross sequence: several trades and messages carry the same, and it has gaps.
 * Size    `v` in base units; on inverse in contracts of one US dollar.
 * Left out  block trades (`BT`), agreed outside the book; RPI trades matched in the book and are kept.
 * Order   oldest first; more than 1,024 trades come as several messages.
 * Source  docs/exchanges/bybit.md
 */
export const readBybitFrame: FrameReader = (text, sink) => {
  const message: BybitMessage | null = rawMessage(text)
  if (message === null) {
    if (!text.startsWith(TRADES_HEAD)) return false
    sink.fault('publicTrade message is not valid JSON')
    return true
  }
  if (typeof message.topic === 'string' && message.topic.startsWith(TOPIC)) {
    readTrades(message.topic, message, sink)
    return true
  }
  sink.alive(null)
  if (message.op !== 'subscribe') return false
  if (message.success !== false) {
    sink.acknowledged(null)
    return false
  }
  // Not passed to ccxt, which would reject everything else pending under the same request.
  const what = String(message.ret_msg)
  sink.refused(/publicTrade\.([^\s\],]+)/.exec(what)?.[1] ?? null, what)
  return true
}

const TOPIC = 'publicTrade.'

/** Start of a Bybit trade message: enough to recognise a truncated one. */
const TRADES_HEAD = `{"topic":"${TOPIC}`

interface BybitMessage {
  readonly topic?: unknown
  readonly ts?: unknown
  readonly data?: unknown
  readonly op?: unknown
  readonly success?: unknown
  readonly ret_msg?: unknown
}

/** A trade as the stream writes it. */
interface BybitTrade {
  readonly T?: unknown
  readonly S?: unknown
  readonly v?: unknown
  readonly p?: unknown
  readonly i?: unknown
  readonly BT?: unknown
}

function readTrades(topic: string, { ts, data }: BybitMessage, sink: FrameSink): void {
  const wrong = Array.isArray(data) ? firstWrong(data) : 'no list of trades'
  if (wrong !== null) return sink.fault(`${topic} cannot be read: ${wrong}`)
  const marketId = topic.slice(TOPIC.length)
  sink.alive(typeof ts === 'number' ? ts : null)
  for (const trade of data as readonly BybitTrade[]) {
    if (trade.BT === true) sink.excluded(marketId, 1)
    else
      sink.trade(
        marketId,
        trade.T as number,
        trade.p as string,
        trade.v as string,
        trade.S === 'Buy',
        1,
        trade.i as string,
      )
  }
}

/** What is wrong with the first malformed trade; null if all are valid. */
function firstWrong(trades: readonly (BybitTrade | null)[]): string | null {
  for (const trade of trades) {
    if (typeof trade !== 'object' || trade === null) return 'a trade that is no object'
    if (!Number.isSafeInteger(trade.T)) return `time ${String(trade.T)}`
    if (trade.S !== 'Buy' && trade.S !== 'Sell') return `side ${String(trade.S)}`
    if (typeof trade.p !== 'string' || typeof trade.v !== 'string') return 'price or size is not a string'
    if (typeof trade.i !== 'string' || trade.i === '') return 'a trade without id'
  }
  return null
}
