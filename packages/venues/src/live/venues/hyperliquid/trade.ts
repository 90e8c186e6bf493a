import { rawObject } from '../raw-message.ts'

/** A validated Hyperliquid trade. */
export interface HyperliquidTrade {
  readonly coin: string
  readonly ts: number
  readonly price: string
  readonly size: string
  readonly buy: boolean
  /** `t` and the tid. The letter prevents comparing it as a number: it is a hash without order. */
  readonly id: string
}

/**
 * Validates trades from WebSocket or REST and returns them oldest first, or a description of the first error.
 *
 * A list whose first time is later than its last is newest first and is reversed. If all times are equal the order is
 * left as it is: nothing indicates it, and `tid` is a hash.
 */
export function readHyperliquidTrades(values: readonly unknown[]): HyperliquidTrade[] | string {
  const trades: HyperliquidTrade[] = []
  for (const value of values) {
    const trade = readTrade(value)
    if (typeof trade === 'string') return trade
    trades.push(trade)
  }
  if (trades.length > 1 && trades[0].ts > trades[trades.length - 1].ts) trades.reverse()
  return trades
}

function readTrade(value: unknown): HyperliquidTrade | string {
  const trade = rawObject(value)
  if (trade === null) return 'a trade that is no object'
  const { coin, side, px, sz, time, tid } = trade
  if (typeof tid !== 'number' || !Number.isSafeInteger(tid)) return `tid ${String(tid)}`
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time <= 0)
    return `time ${String(time)} of trade ${tid}`
  if (typeof coin !== 'string' || typeof px !== 'string' || typeof sz !== 'string')
    return `coin, px or sz of trade ${tid}`
  if (side !== 'B' && side !== 'A') return `side ${String(side)} of trade ${tid}`
  return { coin, ts: time, price: px, size: sz, buy: side === 'B', id: `t${tid}` }
}
