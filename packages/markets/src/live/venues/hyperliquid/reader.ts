import type { FrameReader } from '../../reader.ts'

/**
 * Trades of Hyperliquid, channel `trades`.
 *
 * Clock   `time`, ms, of the block.
 * Side    `side` is the taker's: B bought, A sold.
 * Ids     `tid`, a hash of the two orders: it tells duplicates apart and orders nothing. The fills of one taker order
 *         share `hash`; each entry is a print of its own.
 * Order   live messages come oldest first, the snapshot after the subscription may come newest first: a message whose
 *         first time is later than its last is read backwards.
 * Source  docs/exchanges/hyperliquid.md
 */
export const readHyperliquidFrame: FrameReader = (text, sink) => {
  let message: HyperliquidMessage
  try {
    message = JSON.parse(text) as HyperliquidMessage
  } catch {
    // The greeting "Websocket connection established." is plain text.
    return false
  }
  if (message.channel !== 'trades') {
    sink.alive(null)
    return false
  }
  const trades = Array.isArray(message.data) ? (message.data as readonly HyperliquidTrade[]) : []
  const prints: HyperliquidPrint[] = []
  for (const trade of trades) {
    const print = readHyperliquidTrade(trade)
    if (typeof print === 'string') {
      sink.fault(`a Hyperliquid trade cannot be read: ${print}`)
      return true
    }
    prints.push(print)
  }
  oldestFirst(prints)
  sink.alive(prints.at(-1)?.ts ?? null)
  for (const print of prints) sink.print(print.coin, print.ts, print.price, print.size, print.buy, 1, print.id)
  return true
}

interface HyperliquidMessage {
  readonly channel?: string
  readonly data?: unknown
}

export interface HyperliquidTrade {
  readonly coin?: unknown
  readonly side?: unknown
  readonly px?: unknown
  readonly sz?: unknown
  readonly time?: unknown
  readonly tid?: unknown
}

export interface HyperliquidPrint {
  readonly coin: string
  readonly ts: number
  readonly price: string
  readonly size: string
  readonly buy: boolean
  readonly id: string
}

/** What the trade says, or what is wrong with it. */
export function readHyperliquidTrade(trade: HyperliquidTrade): HyperliquidPrint | string {
  const { coin, side, px, sz, time, tid } = trade
  if (typeof tid !== 'number' || !Number.isSafeInteger(tid)) return `tid ${String(tid)}`
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time < 0) return `time ${String(time)} of trade ${tid}`
  if (typeof coin !== 'string' || typeof px !== 'string' || typeof sz !== 'string') return `coin, px or sz of trade ${tid}`
  if (side !== 'B' && side !== 'A') return `side ${String(side)} of trade ${tid}`
  return { coin, ts: time, price: px, size: sz, buy: side === 'B', id: String(tid) }
}

/** Turns a list that came newest first; times that are all the same say nothing and leave it as it is. */
export function oldestFirst(prints: HyperliquidPrint[]): void {
  if (prints.length > 1 && prints[0].ts > prints[prints.length - 1].ts) prints.reverse()
}
