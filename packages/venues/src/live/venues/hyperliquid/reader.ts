import type { FrameReader, FrameSink } from '../../reader.ts'
import { brokenTrades, rawList, rawMessage, rawObject } from '../raw-message.ts'
import { readHyperliquidTrades } from './trade.ts'

/**
 * Trades of Hyperliquid, channel `trades`.
 *
 * Clock   `time`, ms, of the block.
 * Side    `side` is the taker's: B bought, A sold.
 * Ids     `tid`, a hash of the two orders: it identifies duplicates and has no order. The fills of one taker order
 * share `hash`; each entry is a separate trade.
 * Order   oldest first; the snapshot after a subscription may arrive newest first and is reversed.
 * Source  docs/exchanges/hyperliquid.md
 */
export const readHyperliquidFrame: FrameReader = (text, sink) => {
  const message = rawMessage(text)
  // The greeting "Websocket connection established." is plain text.
  if (message === null) return brokenTrades(text, '"tid"', sink)
  if (message['channel'] === 'trades') {
    const trades = readHyperliquidTrades(rawList(message['data']) ?? [null])
    if (typeof trades === 'string') {
      sink.fault(`invalid Hyperliquid trade: ${trades}`)
      return true
    }
    for (const { coin, ts, price, size, buy, id } of trades) sink.trade(coin, ts, price, size, buy, 1, id)
    // The snapshot's times are old; the clock uses only the fastest messages, so they have no effect.
    sink.alive(trades.at(-1)?.ts ?? null)
    return true
  }
  sink.alive(null)
  if (message['channel'] === 'subscriptionResponse') return readAnswer(message['data'], sink)
  return message['channel'] === 'error' && readError(String(message['data']), sink)
}

/** Nothing here is passed to ccxt, which would reject a market's pending promises when it is unsubscribed. */
function readAnswer(data: unknown, sink: FrameSink): true {
  const answer = rawObject(data)
  const subscription = rawObject(answer?.['subscription'])
  const coin = subscription?.['coin']
  if (answer?.['method'] === 'subscribe' && subscription?.['type'] === 'trades' && typeof coin === 'string') {
    sink.acknowledged(coin)
  }
  return true
}

/** Errors repeat the request as text: `Invalid subscription {"type":"trades","coin":"XYZ"}`. */
function readError(what: string, sink: FrameSink): boolean {
  const coin = /"coin"\s*:\s*"([^"]+)"/.exec(what)?.[1] ?? null
  if (/already subscribed/i.test(what)) sink.acknowledged(coin)
  else sink.refused(coin, what)
  return true
}
