import { decimalUnit, fromUnits, MINUTE_MS, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { MarketListing } from '@flowprint/venues'
import type { FakeDepth, FakeDepthChange, FakeLevels } from '../fake-depth.ts'
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

const SECTIONS = ['spot', 'linear', 'inverse'] as const
type Section = (typeof SECTIONS)[number]

const PATH = '/v5/public/'
const TOPIC = 'publicTrade.'
const ROWS_PER_MESSAGE = 1024
const RECENT_ROWS = { spot: 60, linear: 1000, inverse: 1000 }
/** Every this many trades, a block trade that is not part of the tape is inserted. */
const BLOCK_EVERY = 97

/**
 * Bybit v5 as publicly documented: publicTrade with interspersed block trades, confirmations without a topic, pongs;
 * REST with the listings, the recent trades and candles.
 */
export function fakeBybit(): FakeVenue {
  return {
    venue: 'BYBIT',
    urls: (http, ws) =>
      Object.fromEntries(SECTIONS.map((section) => [section, { ws: `${ws}${PATH}${section}`, rest: http }])),
    // Spot and linear both have a BTCUSDT.
    keyOf: (listing) => `${sectionOf(listing)} ${listing.marketId}`,
    accepts: (path) => SECTIONS.some((section) => path === `${PATH}${section}`),
    onMessage,
    messages: (_connection, trades, nowMs) => tradeMessages(trades, nowMs),
    depthMessage: (_connection, change, nowMs) => depthDelta(change, nowMs),
    farewell: () => null,
    rest,
  }
}

function sectionOf(listing: MarketListing): Section {
  if (listing.kind === 'spot') return 'spot'
  return listing.qtyUnit === 'contract' ? 'inverse' : 'linear'
}

interface Message {
  readonly op?: string
  readonly args?: readonly string[]
  readonly req_id?: string
}

function onMessage(connection: FakeConnection, text: string, book: FakeBook): void {
  const { op, args = [], req_id = '' } = (jsonOrNull(text) ?? {}) as Message
  const answer = (success: boolean, ret_msg: string) =>
    connection.send(JSON.stringify({ success, ret_msg, conn_id: 'd8bu1olkndm7crnfs1e0-j6akw', req_id, op }))
  if (op === 'ping') return answer(true, 'pong')
  if (op !== 'subscribe' && op !== 'unsubscribe') return answer(false, 'error:invalid op')
  const section = connection.path.slice(PATH.length)
  if (args[0]?.startsWith(BOOK_TOPIC)) return onBookMessage(connection, op, section, args[0], answer, book)
  if (section === 'spot' && args.length > 10) return answer(false, 'args size >10')
  // One bad topic fails the whole request.
  const keyOf = (topic: string) => `${section} ${topic.slice(TOPIC.length)}`
  const unknown = args.find((topic) => !topic.startsWith(TOPIC) || book.market(keyOf(topic)) === null)
  if (unknown !== undefined) return answer(false, `error:handler not found,topic:${unknown}`)
  // The confirmation must be sent before the first trade.
  answer(true, '')
  for (const topic of args) connection[op](keyOf(topic))
}

const BOOK_LEVELS = 200
const BOOK_TOPIC = `orderbook.${BOOK_LEVELS}.`

function onBookMessage(
  connection: FakeConnection,
  op: 'subscribe' | 'unsubscribe',
  section: string,
  topic: string,
  answer: (success: boolean, what: string) => void,
  book: FakeBook,
): void {
  const key = `${section} ${topic.slice(BOOK_TOPIC.length)}`
  if (op === 'unsubscribe') {
    connection.unsubscribeDepth(key)
    return answer(true, '')
  }
  const depth = connection.subscribeDepth(key)
  if (depth === null) return answer(false, `error:handler not found,topic:${topic}`)
  answer(true, '')
  const levels = { bids: depth.bids.slice(0, BOOK_LEVELS), asks: depth.asks.slice(0, BOOK_LEVELS) }
  connection.send(bookMessage('snapshot', depth, levels, book.nowMs()))
}

function depthDelta(change: FakeDepthChange, nowMs: number): string {
  return bookMessage('delta', change.depth, change, nowMs)
}

function bookMessage(type: 'snapshot' | 'delta', depth: FakeDepth, { bids, asks }: FakeLevels, nowMs: number): string {
  const { marketId } = depth.market.listing
  const data = { s: marketId, b: bids, a: asks, u: 5_000 + depth.count, seq: depth.seq }
  return JSON.stringify({ topic: `${BOOK_TOPIC}${marketId}`, type, ts: nowMs, data, cts: depth.ts })
}

function tradeMessages(trades: readonly FakeTrade[], nowMs: number): string[] {
  const rows = trades.flatMap((trade) =>
    trade.index % BLOCK_EVERY === 0
      ? [streamRow(createBlockTrade(trade), true), streamRow(trade, false)]
      : [streamRow(trade, false)],
  )
  const messages: string[] = []
  for (let i = 0; i < rows.length; i += ROWS_PER_MESSAGE) {
    const topic = `${TOPIC}${trades[0].market.listing.marketId}`
    messages.push(JSON.stringify({ topic, type: 'snapshot', ts: nowMs, data: rows.slice(i, i + ROWS_PER_MESSAGE) }))
  }
  return messages
}

/** A trade agreed off the book, larger than any order in the book. */
function createBlockTrade(trade: FakeTrade): FakeTrade {
  const lot = decimalUnit(trade.market.listing.lotSize)
  return { ...trade, id: `b10c${trade.id.slice(4)}`, qty: fromUnits(1_000_003, lot) }
}

function streamRow(trade: FakeTrade, block: boolean): Record<string, unknown> {
  const contracts = sectionOf(trade.market.listing) === 'spot' ? {} : { L: trade.buy ? 'PlusTick' : 'MinusTick' }
  return {
    i: trade.id,
    T: trade.ts,
    p: trade.price,
    v: trade.qty,
    S: trade.buy ? 'Buy' : 'Sell',
    ...contracts,
    seq: sequence(trade),
    s: trade.market.listing.marketId,
    BT: block,
    RPI: trade.index % 7 === 3,
  }
}

/** Equal for three trades, then skips: other books use the numbers in between. */
function sequence(trade: FakeTrade): number {
  return 430_879_434_439 + Math.floor(trade.index / 3) * 17
}

function rest(request: FakeRequest, book: FakeBook): FakeAnswer | null {
  const { path, query } = request
  const section = SECTIONS.find((one) => one === query.get('category'))
  const answer = (result: object, retCode = 0, retMsg = 'OK') =>
    json({ retCode, retMsg, result, retExtInfo: {}, time: book.nowMs() })
  if (!path.startsWith('/v5/market/')) return null
  if (section === undefined) return answer({}, 10001, 'params error: Category is invalid')
  if (path === '/v5/market/instruments-info') {
    const markets =
      query.get('status') === 'PreLaunch' ? [] : book.markets.filter(({ listing }) => sectionOf(listing) === section)
    return answer({ category: section, list: markets.map(instrument), nextPageCursor: '' })
  }
  const symbol = query.get('symbol') ?? ''
  const key = `${section} ${symbol}`
  const market = book.market(key)
  if (market === null) return answer({}, 10001, 'params error: Symbol Invalid')
  if (path === '/v5/market/recent-trade') {
    const limit = Math.min(Number(query.get('limit') ?? RECENT_ROWS[section]), RECENT_ROWS[section])
    return answer({ category: section, list: recentRows(book.released(key), limit) })
  }
  if (path !== '/v5/market/kline') return null
  const newest = book.released(key).at(-1)?.index ?? -1
  const list = candles(
    market,
    newest,
    Number(query.get('start')),
    Number(query.get('end')),
    Number(query.get('limit') ?? 200),
  )
  return answer({ category: section, symbol, list })
}

/** Newest first, including block trades. */
function recentRows(released: readonly FakeTrade[], limit: number): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = []
  for (const trade of released.slice(-limit).reverse()) {
    rows.push(recentRow(trade, false))
    if (trade.index % BLOCK_EVERY === 0) rows.push(recentRow(createBlockTrade(trade), true))
  }
  return rows.slice(0, limit)
}

function recentRow(trade: FakeTrade, block: boolean): Record<string, unknown> {
  return {
    execId: trade.id,
    symbol: trade.market.listing.marketId,
    price: trade.price,
    size: trade.qty,
    side: trade.buy ? 'Buy' : 'Sell',
    time: String(trade.ts),
    isBlockTrade: block,
    isRPITrade: trade.index % 7 === 3,
    seq: String(sequence(trade)),
  }
}

/** 1m candles of all trades, including those no longer in `recent-trade`; newest first, including the open one. */
function candles(market: FakeMarket, newest: number, start: number, end: number, limit: number): string[][] {
  const { tape, listing } = market
  const tick = decimalUnit(listing.tickSize)
  const rows: { at: number; open: number; high: number; low: number; close: number; lots: number }[] = []
  for (let i = 0; i <= newest; i++) {
    const at = Math.floor(tape.ts[i] / MINUTE_MS) * MINUTE_MS
    if (at < start || at > end) continue
    const price = tape.price[i]
    let row = rows.at(-1)
    if (row?.at !== at) rows.push((row = { at, open: price, high: price, low: price, close: price, lots: 0 }))
    row.high = Math.max(row.high, price)
    row.low = Math.min(row.low, price)
    row.close = price
    row.lots += tape.qty[i]
  }
  return rows
    .slice(-limit)
    .reverse()
    .map((row) => [
      String(row.at),
      ...[row.open, row.high, row.low, row.close].map((ticks) => fromUnits(ticks, tick)),
      fromUnits(row.lots, decimalUnit(listing.lotSize)),
      '0',
    ])
}

function instrument({ listing }: FakeMarket): Record<string, unknown> {
  const section = sectionOf(listing)
  const [baseCoin, quoteCoin] = listing.label.split('/')
  const common = { symbol: listing.marketId, baseCoin, quoteCoin, status: 'Trading' }
  if (section === 'spot') {
    const lotSizeFilter = {
      basePrecision: listing.lotSize,
      quotePrecision: '0.0000001',
      minOrderQty: listing.lotSize,
      maxOrderQty: '230',
      minOrderAmt: '5',
      maxOrderAmt: '8000000',
    }
    return {
      ...common,
      innovation: '0',
      marginTrading: 'utaOnly',
      lotSizeFilter,
      priceFilter: { tickSize: listing.tickSize },
    }
  }
  return {
    ...common,
    contractType: section === 'linear' ? 'LinearPerpetual' : 'InversePerpetual',
    settleCoin: section === 'linear' ? quoteCoin : baseCoin,
    launchTime: '1584230400000',
    deliveryTime: '0',
    deliveryFeeRate: '',
    priceScale: '2',
    leverageFilter: { minLeverage: '1', maxLeverage: '100.00', leverageStep: '0.01' },
    priceFilter: { minPrice: listing.tickSize, maxPrice: '1999999.80', tickSize: listing.tickSize },
    lotSizeFilter: {
      maxOrderQty: '1190.000',
      minOrderQty: listing.lotSize,
      qtyStep: listing.lotSize,
      postOnlyMaxOrderQty: '1190.000',
      maxMktOrderQty: '119.000',
      minNotionalValue: '5',
    },
    unifiedMarginTrade: true,
    fundingInterval: 480,
  }
}

/**
 * The tape as numbered by Bybit, one fill per trade: uuids on linear and inverse, 19-digit numbers on spot, where other
 * markets use some of the numbers in between. Positions are as our readers assign them (ms x 4096 plus the count within
 * the ms).
 */
export function bybitTape(tape: Trades, section: 'spot' | 'linear' | 'inverse'): Trades {
  const builder = new TradeBuilder(tape.length)
  let within = 0
  let number = 2_290_000_000_068_683_542n
  for (let i = 0; i < tape.length; i++) {
    within = i > 0 && tape.ts[i] === tape.ts[i - 1] ? within + 1 : 0
    number += BigInt(1 + (i % 11 === 0 ? i % 23 : 0))
    const id = section === 'spot' ? String(number) : uuid(i)
    builder.push(tape.ts[i], tape.price[i], tape.qty[i], tape.buy[i] === 1, 1, tape.ts[i] * 4096 + within, id)
  }
  return builder.build()
}

/** A distinct uuid for every i below 2^32, without order. */
function uuid(i: number): string {
  const low = (Math.imul(i, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return `${low}-8d2c-5b31-9112-${i.toString(16).padStart(12, '0')}`
}
