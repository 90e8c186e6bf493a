import type { FrameReader, FrameSink } from '../../reader.ts'
import { rawMessage, rawObject } from '../raw-message.ts'

/**
 * OKX v5 channel `trades` of /ws/v5/public, spot and swap.
 *
 * Clock   `ts`, ms, of the fill. Messages have no send time: the newest fill's time is used instead.
 * Side    the taker's.
 * Ids     one entry per taker order, price and source, which merges `count` fills; `tradeId` is the LAST of them, so
 * the first is tradeId - count + 1. They increase by one per instrument, so gaps are proven. Without `count` (frames of
 * 2022) an entry is one fill.
 * Size    `sz` in base units on spot, in contracts on swaps.
 * Kept    `source` 1 (liquidity programme, RPI): those fills matched in the book. Block trades have a separate channel.
 * Source  docs/exchanges/okx.md
 */
export const readOkxFrame: FrameReader = (text, sink) => {
  if (text === 'pong') {
    sink.alive(null)
    return false
  }
  const message: OkxMessage | null = rawMessage(text)
  if (message === null) {
    if (!text.startsWith(TRADES_HEAD)) return false
    sink.fault('trade message is not valid JSON')
    return true
  }
  if (message.event !== undefined) return readEvent(message, sink)
  if (rawObject(message.arg)?.['channel'] !== 'trades') {
    sink.alive(null)
    return false
  }
  readTrades(message.data, sink)
  return true
}

const TRADES_HEAD = '{"arg":{"channel":"trades"'

interface OkxMessage {
  readonly event?: unknown
  readonly arg?: unknown
  readonly data?: unknown
  readonly msg?: unknown
}

interface OkxTrade {
  readonly instId?: unknown
  readonly tradeId?: unknown
  readonly px?: unknown
  readonly sz?: unknown
  readonly side?: unknown
  readonly ts?: unknown
  readonly count?: unknown
}

/**
 * True for events that ccxt must not receive: it treats each as a failure of everything pending on the connection, or
 * of a market.
 */
function readEvent(message: OkxMessage, sink: FrameSink): boolean {
  sink.alive(null)
  if (message.event === 'notice') {
    sink.closing()
    return true
  }
  const arg = rawObject(message.arg)
  if (message.event === 'subscribe' && arg?.['channel'] === 'trades') sink.acknowledged(String(arg['instId']))
  if (message.event === 'unsubscribe') return true
  if (message.event !== 'error') return false
  const what = String(message.msg)
  const marketId = /instId:([^\s,"]+)/.exec(what)?.[1]
  if (marketId === undefined) return false
  sink.refused(marketId, what)
  return true
}

function readTrades(data: unknown, sink: FrameSink): void {
  const wrong = Array.isArray(data) ? firstWrong(data) : 'no list of trades'
  if (wrong !== null) return sink.fault(`invalid trade: ${wrong}`)
  let newest = 0
  for (const trade of data as readonly OkxTrade[]) newest = Math.max(newest, Number(trade.ts))
  sink.alive(newest === 0 ? null : newest)
  for (const trade of data as readonly OkxTrade[]) {
    const fills = fillsOf(trade)
    const first = Number(trade.tradeId) - fills + 1
    sink.trade(
      trade.instId as string,
      Number(trade.ts),
      trade.px as string,
      trade.sz as string,
      trade.side === 'buy',
      fills,
      first,
    )
  }
}

function fillsOf(trade: OkxTrade): number {
  return trade.count === undefined ? 1 : Number(trade.count)
}

/** What is wrong with the first malformed trade; null if all are valid. */
function firstWrong(trades: readonly (OkxTrade | null)[]): string | null {
  for (const trade of trades) {
    if (typeof trade !== 'object' || trade === null) return 'a trade that is no object'
    if (typeof trade.instId !== 'string' || trade.instId === '') return 'a trade without instrument'
    if (!isCount(trade.ts)) return `time ${String(trade.ts)}`
    if (trade.side !== 'buy' && trade.side !== 'sell') return `side ${String(trade.side)}`
    if (typeof trade.px !== 'string' || typeof trade.sz !== 'string') return 'price or size is not a string'
    if (!isCount(trade.tradeId)) return `id ${String(trade.tradeId)}`
    const fills = fillsOf(trade)
    if (!(Number.isSafeInteger(fills) && fills >= 1 && fills <= Number(trade.tradeId) + 1))
      return `count ${String(trade.count)}`
  }
  return null
}

/** Whether the value is the text of a safe integer. */
function isCount(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
}
