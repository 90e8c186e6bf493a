import { DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import { rawMessage, rawObject } from '../../live/venues/raw-message.ts'
import type { DerivativesAdapter, DerivativesReader, DerivativesSink } from '../adapter.ts'
import { decimalText, msOf, present } from '../raw-values.ts'

/**
 * Binance USD-M `forceOrder` and `markPrice@1s`, raw or combined.
 *
 * Clock         `T` of the order; `E` of mark prices.
 * Side          `S` is the order's: SELL closes a long position.
 * Quantity      `z`, what was filled in all: of the order's `q` nothing more is known. Orders without a fill are left out.
 * Completeness  at most one liquidation per second and symbol, the largest: a lower bound.
 * Source        docs/exchanges/binance.md
 */
export const readBinanceDerivatives: DerivativesReader = (message, _receivedAtMs, sink) => {
  const data = rawObject(message['data']) ?? message
  if (data['e'] === 'forceOrder') return readForceOrder(data, sink)
  if (data['e'] === 'markPriceUpdate') return readMarkPrice(data, sink)
  if (data['e'] === 'serverShutdown') return sink.closing()
  const { id } = message
  const error = rawObject(message['error'])
  if (typeof id !== 'number') return
  if (error !== null) sink.refused(id, String(error['msg']))
  else if (message['result'] === null) sink.confirmed(id)
}

function readForceOrder(data: Readonly<Record<string, unknown>>, sink: DerivativesSink): void {
  const { s: symbol, S: side, T, p, z } = rawObject(data['o']) ?? {}
  const ts = msOf(T)
  const price = decimalText(p)
  const qty = decimalText(z)
  if (
    typeof symbol !== 'string' ||
    ts === null ||
    price === null ||
    qty === null ||
    (side !== 'BUY' && side !== 'SELL')
  )
    return sink.fault('a liquidation without its symbol, side, time, price or quantity')
  if (Number(qty) === 0) return
  sink.liquidation(symbol, ts, side === 'BUY' ? 'buy' : 'sell', price, qty)
}

function readMarkPrice(data: Readonly<Record<string, unknown>>, sink: DerivativesSink): void {
  const { s: symbol, E, p, i, r, T } = data
  const ts = msOf(E)
  const markPrice = decimalText(p)
  if (typeof symbol !== 'string' || ts === null || markPrice === null)
    return sink.fault('a mark price without its symbol, time or value')
  const nextFundingMs = msOf(T)
  // Contracts without funding have the rate 0 and no time.
  const fundingRate = nextFundingMs === null ? null : decimalText(r)
  sink.stat(symbol, ts, present({ markPrice, indexPrice: decimalText(i), fundingRate, nextFundingMs }))
}

/** Reads the response of `/fapi/v1/openInterest`, contracts of base units. */
export function readBinanceOpenInterest(text: string, sink: DerivativesSink): void {
  const { symbol, openInterest, time } = rawMessage(text) ?? {}
  const ts = msOf(time)
  const value = decimalText(openInterest)
  if (typeof symbol !== 'string' || ts === null || value === null)
    return sink.fault('open interest without its symbol, time or value')
  sink.stat(symbol, ts, { openInterest: value })
}

const request = (method: string, marketId: string, id: number): readonly string[] => {
  const stream = marketId.toLowerCase()
  return [JSON.stringify({ method, params: [`${stream}@forceOrder`, `${stream}@markPrice@1s`], id })]
}

/** Evidence: docs/exchanges/binance.md. */
export const BINANCE_DERIVATIVES: readonly DerivativesAdapter[] = [
  {
    traits: {
      venue: 'BINANCE',
      section: 'usdm',
      liquidations: 'lower bound',
      marketsPerConnection: 100,
      requestEveryMs: 200,
      attempts: { count: 30, windowMs: 300_000 },
      connectionLifeMs: DAY_MS,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      rest: { weight: 400, windowMs: MINUTE_MS },
    },
    // The route without /market confirms these streams and sends nothing.
    url: (urls) => (urls?.ws ?? 'wss://fstream.binance.com/ws').replace(/\/ws$/, '/market/ws'),
    opening: [],
    subscribe: ({ marketId }, id) => request('SUBSCRIBE', marketId, id),
    unsubscribe: ({ marketId }, id) => request('UNSUBSCRIBE', marketId, id),
    heartbeat: null,
    read: readBinanceDerivatives,
    restBase: 'https://fapi.binance.com',
    async poll(rest, { marketId }, sink) {
      readBinanceOpenInterest(await rest.text({ path: '/fapi/v1/openInterest', query: { symbol: marketId } }), sink)
    },
  },
]
