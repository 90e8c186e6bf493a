import { HOUR_MS } from '@flowprint/orderflow'
import type { MarketListing } from '@flowprint/venues'
import type { FakeDepthChange } from '../fake-depth.ts'
import { json, jsonOrNull } from '../fake-venue.ts'
import type {
  FakeAnswer,
  FakeBook,
  FakeConnection,
  FakeMarket,
  FakeRequest,
  FakeTrade,
  FakeVenue,
} from '../fake-venue.ts'

const MAX_ROWS = 1000
const DEFAULT_ROWS = 500

/** Paths of spot and, under /fstream, of USD-M: only /market has trades; the unrouted path is the retired one. */
const SPOT = /^\/(ws|stream)(\/|$)/
const FUTURES = /^\/fstream\/(market\/|public\/|private\/)?(ws|stream)(\/|$)/

/** Binance spot and USD-M futures as publicly documented. Aggregates are numbered from 1. */
export function fakeBinance(): FakeVenue {
  return {
    venue: 'BINANCE',
    urls: (http, ws) => ({ spot: { ws: `${ws}/ws`, rest: http }, usdm: { ws: `${ws}/fstream/ws`, rest: http } }),
    keyOf,
    accepts: (path) => SPOT.test(path) || FUTURES.test(path),
    onMessage,
    messages: (connection, trades, nowMs) =>
      hasTrades(connection.path) ? trades.map((trade) => frame(connection, trade, nowMs)) : [],
    depthMessage,
    farewell: (nowMs) => JSON.stringify({ e: 'serverShutdown', E: nowMs }),
    rest,
  }
}

function hasTrades(path: string): boolean {
  return SPOT.test(path) || path.startsWith('/fstream/market/')
}

interface ClientMessage {
  readonly method?: string
  readonly params?: readonly string[]
  readonly id?: number
}

function onMessage(connection: FakeConnection, text: string): void {
  const message = jsonOrNull(text) as ClientMessage | null
  if (message === null || (message.method !== 'SUBSCRIBE' && message.method !== 'UNSUBSCRIBE')) {
    connection.send(
      JSON.stringify({ error: { code: 2, msg: 'Invalid request: unknown variant' }, id: message?.id ?? '' }),
    )
    return
  }
  for (const stream of message.params ?? []) {
    const [name, kind] = stream.split('@')
    const key = keyAt(name.toUpperCase(), connection.path.startsWith('/fstream'))
    if (kind === 'depth') {
      if (message.method === 'SUBSCRIBE') connection.subscribeDepth(key)
      else connection.unsubscribeDepth(key)
    }
    if (kind !== 'aggTrade') continue
    if (message.method === 'SUBSCRIBE') connection.subscribe(key)
    else connection.unsubscribe(key)
  }
  // Unknown streams are confirmed too, but stay silent.
  connection.send(JSON.stringify({ result: null, id: message.id }))
}

function frame(connection: FakeConnection, trade: FakeTrade, nowMs: number): string {
  const first = Number(trade.id)
  const { listing } = trade.market
  const spot = listing.kind === 'spot'
  const data = {
    e: 'aggTrade',
    E: Math.max(nowMs, trade.ts),
    s: listing.marketId,
    a: trade.index + 1,
    p: trade.price,
    q: trade.qty,
    ...(spot ? {} : { nq: trade.qty }),
    f: first,
    l: first + trade.fills - 1,
    T: trade.ts,
    m: !trade.buy,
    ...(spot ? { M: true } : {}),
  }
  const combined = /\/stream(\/|$)/.test(connection.path)
  return JSON.stringify(combined ? { stream: `${data.s.toLowerCase()}@aggTrade`, data } : data)
}

/** Ids of futures' books jump: every change is numbered from `...0` to `...3`. */
function futuresId(seq: number): number {
  return seq * 10 + 3
}

function depthMessage(connection: FakeConnection, change: FakeDepthChange, nowMs: number): string | null {
  const { listing } = change.depth.market
  const spot = listing.kind === 'spot'
  if (!spot && !connection.path.startsWith('/fstream/public/')) return null
  const ids = spot
    ? { U: change.first, u: change.last }
    : { U: change.first * 10, u: futuresId(change.last), pu: futuresId(change.first - 1), T: change.ts }
  const { bids: b, asks: a } = change
  return JSON.stringify({ e: 'depthUpdate', E: Math.max(nowMs, change.ts), s: listing.marketId, ...ids, b, a })
}

function depth(query: URLSearchParams, book: FakeBook, futures: boolean): FakeAnswer {
  const snapshot = book.depthSnapshot(keyAt(query.get('symbol') ?? '', futures))
  if (snapshot === null) return json({ code: -1121, msg: 'Invalid symbol.' }, 400)
  const limit = Math.min(Number(query.get('limit') ?? 100), futures ? 1_000 : 5_000)
  const { seq, ts } = snapshot
  const head = futures ? { lastUpdateId: futuresId(seq), E: ts, T: ts } : { lastUpdateId: seq }
  return json({ ...head, bids: snapshot.bids.slice(0, limit), asks: snapshot.asks.slice(0, limit) })
}

/** Spot and USD-M have markets of the same name. */
function keyOf(listing: Pick<MarketListing, 'kind' | 'marketId'>): string {
  return listing.kind === 'spot' ? listing.marketId : `usdm ${listing.marketId}`
}

function keyAt(marketId: string, futures: boolean): string {
  return keyOf({ marketId, kind: futures ? 'perpetual' : 'spot' })
}

function rest(request: FakeRequest, book: FakeBook): FakeAnswer | null {
  const futures = request.path.startsWith('/fapi/')
  const call = request.path.replace(/^\/(api\/v3|fapi\/v1)\//, '')
  if (call === 'ping') return json({})
  if (call === 'time') return json({ serverTime: book.nowMs() })
  if (call === 'exchangeInfo') return json(exchangeInfo(book, futures))
  if (call === 'depth') return depth(request.query, book, futures)
  if (call === 'aggTrades') return aggTrades(request.query, book, futures)
  return null
}

function aggTrades(query: URLSearchParams, book: FakeBook, futures: boolean): FakeAnswer {
  const key = keyAt(query.get('symbol') ?? '', futures)
  if (book.market(key) === null) return json({ code: -1121, msg: 'Invalid symbol.' }, 400)
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null)
  const limit = Math.min(number('limit') ?? DEFAULT_ROWS, MAX_ROWS)
  const [from, start, end] = [number('fromId'), number('startTime'), number('endTime')]
  if (from !== null && (start !== null || end !== null)) {
    return json(
      { code: -1128, msg: "Combination of optional parameters invalid. Recommendation: 'fromId' without times" },
      400,
    )
  }
  if (start !== null && end !== null && end - start > HOUR_MS)
    return json({ code: -1127, msg: 'More than 1 hours between startTime and endTime.' }, 400)
  const known = book.released(key)
  const inWindow = known.filter(
    (trade) => trade.index + 1 >= (from ?? 0) && trade.ts >= (start ?? -Infinity) && trade.ts <= (end ?? Infinity),
  )
  const newest = from === null && start === null
  return json((newest ? inWindow.slice(-limit) : inWindow.slice(0, limit)).map(row))
}

function row(trade: FakeTrade): Record<string, unknown> {
  const first = Number(trade.id)
  return {
    a: trade.index + 1,
    p: trade.price,
    q: trade.qty,
    f: first,
    l: first + trade.fills - 1,
    T: trade.ts,
    m: !trade.buy,
    M: true,
  }
}

function exchangeInfo(book: FakeBook, futures: boolean): Record<string, unknown> {
  const markets = book.markets.filter((market) => (market.listing.kind !== 'spot') === futures)
  return {
    timezone: 'UTC',
    serverTime: book.nowMs(),
    rateLimits: [],
    exchangeFilters: [],
    symbols: markets.map(symbolInfo),
  }
}

function symbolInfo(market: FakeMarket): Record<string, unknown> {
  const { listing } = market
  const [baseAsset, quoteAsset] = listing.label.split('/')
  // Zero-padded, as the exchange writes them.
  const padded = (text: string) =>
    listing.kind === 'spot' ? text + (text.includes('.') ? '000000' : '.00000000') : text
  const filters = [
    {
      filterType: 'PRICE_FILTER',
      minPrice: padded(listing.tickSize),
      maxPrice: '1000000.00',
      tickSize: padded(listing.tickSize),
    },
    { filterType: 'LOT_SIZE', minQty: padded(listing.lotSize), maxQty: '9000.00', stepSize: padded(listing.lotSize) },
  ]
  const common = {
    symbol: listing.marketId,
    status: 'TRADING',
    baseAsset,
    quoteAsset,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    orderTypes: ['LIMIT', 'MARKET'],
    filters,
  }
  if (listing.kind === 'spot')
    return { ...common, isSpotTradingAllowed: true, isMarginTradingAllowed: false, permissions: ['SPOT'] }
  return {
    ...common,
    pair: listing.marketId,
    contractType: 'PERPETUAL',
    deliveryDate: 4_133_404_800_000,
    onboardDate: 1_569_398_400_000,
    marginAsset: quoteAsset,
    pricePrecision: 2,
    quantityPrecision: 3,
    underlyingType: 'COIN',
  }
}
