import { rawList, rawObject } from '../../live/venues/raw-message.ts'
import type { DerivativesAdapter, DerivativesReader, DerivativesSink } from '../adapter.ts'
import { decimalText, msOf, present } from '../raw-values.ts'

/**
 * Bybit `allLiquidation.<symbol>` and `tickers.<symbol>`, linear and inverse.
 *
 * Clock          `T` of each liquidation; `ts` of tickers.
 * Side           `S` is the position's: Buy is a long one, which a sell order closes.
 * Price          the bankruptcy price.
 * Completeness   all liquidations, every 500 ms.
 * Tickers        a snapshot, then deltas with the changed fields only.
 * Open interest  `singleOpenInterest`, which counts a contract once. `openInterest` counts it on both sides and is not read:
 * deltas may contain it alone.
 * Source         docs/exchanges/bybit.md
 */
export const readBybitDerivatives: DerivativesReader = (message, _receivedAtMs, sink) => {
  const { topic, op, success, req_id: id, ret_msg: what } = message
  if (typeof topic === 'string') {
    if (topic.startsWith('allLiquidation.')) return readLiquidations(message, sink)
    if (topic.startsWith('tickers.')) return readTicker(message, sink)
    return
  }
  if (op !== 'subscribe') return
  if (success === false) sink.refused(Number(id), String(what))
  else sink.confirmed(Number(id))
}

function readLiquidations(message: Readonly<Record<string, unknown>>, sink: DerivativesSink): void {
  const orders: Parameters<DerivativesSink['liquidation']>[] = []
  for (const value of rawList(message['data']) ?? [null]) {
    const { T, s: symbol, S: position, v, p } = rawObject(value) ?? {}
    const ts = msOf(T)
    const price = decimalText(p)
    const qty = decimalText(v)
    const isWhole = typeof symbol === 'string' && ts !== null && price !== null && qty !== null
    if (!isWhole || (position !== 'Buy' && position !== 'Sell'))
      return sink.fault('a liquidation without its symbol, side, time, price or quantity')
    orders.push([symbol, ts, position === 'Buy' ? 'sell' : 'buy', price, qty])
  }
  for (const order of orders) sink.liquidation(...order)
}

function readTicker(message: Readonly<Record<string, unknown>>, sink: DerivativesSink): void {
  const data = rawObject(message['data'])
  const symbol = data?.['symbol']
  const ts = msOf(message['ts'])
  if (data === null || typeof symbol !== 'string' || ts === null)
    return sink.fault('a ticker without its symbol or time')
  const values = present({
    openInterest: decimalText(data['singleOpenInterest']),
    fundingRate: decimalText(data['fundingRate']),
    nextFundingMs: msOf(data['nextFundingTime']),
    markPrice: decimalText(data['markPrice']),
    indexPrice: decimalText(data['indexPrice']),
  })
  // Most deltas only move the touch.
  if (Object.keys(values).length > 0) sink.stat(symbol, ts, values)
}

const request = (op: string, marketId: string, id: number): readonly string[] => [
  JSON.stringify({ op, req_id: String(id), args: [`allLiquidation.${marketId}`, `tickers.${marketId}`] }),
]

/** Evidence: docs/exchanges/bybit.md. */
export const BYBIT_DERIVATIVES: readonly DerivativesAdapter[] = ['linear', 'inverse'].map((section) => ({
  traits: {
    venue: 'BYBIT',
    section,
    liquidations: 'all',
    marketsPerConnection: 100,
    requestEveryMs: 100,
    attempts: { count: 50, windowMs: 300_000 },
    connectionLifeMs: null,
    heartbeatMs: 5_000,
    silentAfterMs: 16_000,
    rest: null,
  },
  url: (urls) => urls?.ws ?? `wss://stream.bybit.com/v5/public/${section}`,
  opening: [],
  subscribe: ({ marketId }, id) => request('subscribe', marketId, id),
  unsubscribe: ({ marketId }, id) => request('unsubscribe', marketId, id),
  heartbeat: '{"op":"ping"}',
  read: readBybitDerivatives,
}))
