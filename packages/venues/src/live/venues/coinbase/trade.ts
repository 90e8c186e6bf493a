import { isoMs, rawObject } from '../raw-message.ts'

/** A validated Coinbase trade: the aggressor's side, ms floored, texts as received. */
export interface CoinbaseTrade {
  readonly product: string
  readonly id: number
  readonly ts: number
  readonly price: string
  readonly size: string
  readonly buy: boolean
}

/**
 * Validates a trade from either WebSocket or REST; returns a description of the error if it is invalid.
 *
 * Advanced writes the id as text and the side in capitals, Exchange a number and lower case; both send the MAKER's
 * side, so the aggressor is the opposite. REST has the product in the URL only.
 */
export function readCoinbaseTrade(value: unknown, product?: string): CoinbaseTrade | string {
  const trade = rawObject(value)
  if (trade === null) return 'a trade that is no object'
  const id = Number(trade['trade_id'])
  if (!Number.isSafeInteger(id) || id <= 0) return `trade_id ${String(trade['trade_id'])}`
  const ts = isoMs(trade['time'])
  if (!(ts > 0)) return `time ${String(trade['time'])} of trade ${id}`
  const { price, size } = trade
  if (typeof price !== 'string' || typeof size !== 'string') return `price or size of trade ${id}`
  const maker = typeof trade['side'] === 'string' ? trade['side'].toLowerCase() : ''
  if (maker !== 'buy' && maker !== 'sell') return `side ${String(trade['side'])} of trade ${id}`
  const market = product ?? trade['product_id']
  if (typeof market !== 'string') return `product_id of trade ${id}`
  return { product: market, id, ts, price, size, buy: maker === 'sell' }
}
