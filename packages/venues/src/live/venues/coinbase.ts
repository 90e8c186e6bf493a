import type { FrameReader, FrameSink, RestSection, VenueAdapter, VenueTraits } from '../adapter.ts'
import { forgetSubscriptions } from '../ccxt.ts'
import type { CcxtMarket } from '../ccxt.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../types.ts'
import { brokenTrades, clockOf, isoMs, rawList, rawMessage, rawObject } from './raw-message.ts'
import { sortTrades } from '@flowprint/orderflow'
import { TradeRun } from '../trade-run.ts'

/** Evidence: docs/exchanges/coinbase.md. */
const COINBASE_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'COINBASE',
    section: 'spot',
    ccxtId: 'coinbaseexchange',
    ccxtOptions: {},
    holds: () => true,
    ids: 'contiguous',
    numericIds: true,
    makerSide: true,
    repair: 'id',
    archive: null,
    live: {
      marketsPerConnection: 50,
      marketsPerRequest: 25,
      attempts: { count: 20, windowMs: 10_000 },
      confirms: true,
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 6, windowMs: 1_000, pageRows: 1000, reachMs: null },
  },
]

/**
 * Converts a Coinbase Exchange product: COINBASE:BTCUSD, tick = quote_increment, lot = base_increment, as sent.
 *
 * Left out: products that are not trading, and auctions of a product (BTCAUCTION-USD, which only cancels).
 */
export function coinbaseListing(market: CcxtMarket): MarketListing | null {
  const { id, status, quote_increment: tick, base_increment: lot } = market.info
  if (typeof id !== 'string' || typeof tick !== 'string' || typeof lot !== 'string') return null
  if (status !== 'online' || isTrue(market.info['trading_disabled']) || isTrue(market.info['cancel_only'])) return null
  const [base, quote] = id.split('-')
  if (base === undefined || quote === undefined) return null
  return {
    symbol: `COINBASE:${base}${quote}`,
    venue: 'COINBASE',
    kind: 'spot',
    label: `${base}/${quote}`,
    marketId: id,
    ccxtSymbol: market.symbol,
    tickSize: tick,
    lotSize: lot,
    qtyUnit: 'base',
    contractSize: null,
    ids: 'contiguous',
  }
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

/** A validated Coinbase trade: the aggressor's side, ms floored, texts as received. */
interface CoinbaseTrade {
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
function readCoinbaseTrade(value: unknown, product?: string): CoinbaseTrade | string {
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

/**
 * Trades of Coinbase from both of its public streams: Exchange (`match`, one trade a message: the one we subscribe to)
 * and Advanced (`market_trades`, batches of 250 ms).
 *
 * Clock   `time`, ISO with microseconds, of the matching engine; floored to ms.
 * Side    `side` is the MAKER's on both: the aggressor is the opposite.
 * Ids     `trade_id`, +1 per product, the same numbers on both streams and on REST.
 * Order   Advanced sends each message newest first: it is sorted by id.
 * Source  docs/exchanges/coinbase.md
 */
export const readCoinbaseFrame: FrameReader = (text, sink) => {
  const message = rawMessage(text)
  if (message === null) return brokenTrades(text, '"trade_id"', sink)
  switch (message['type'] ?? message['channel']) {
    case 'match':
      return readTrades([message], clockOf(message['time']), sink)
    case 'last_match':
      // The last trade before the subscription overlaps what is stored; it may be old, so its time is not used as a
      // clock.
      return readTrades([message], null, sink)
    case 'market_trades':
      return readTrades(tradesOf(message['events']), clockOf(message['timestamp']), sink)
    case 'heartbeat':
      sink.alive(clockOf(message['time']))
      return true
    case 'heartbeats':
      sink.alive(clockOf(message['timestamp']))
      return true
    case 'subscriptions':
      sink.alive(clockOf(message['timestamp']))
      for (const product of subscribedProducts(message)) sink.acknowledged(product)
      return false
    case 'error':
      sink.alive(null)
      sink.refused(null, `${String(message['message'])}: ${String(message['reason'] ?? '')}`)
      // Not passed to ccxt, which would treat one refused product as the end of the connection.
      return true
    default:
      sink.alive(null)
      return false
  }
}

function readTrades(entries: readonly unknown[] | null, clockMs: number | null, sink: FrameSink): true {
  const trades: CoinbaseTrade[] = []
  for (const entry of entries ?? [null]) {
    const trade = readCoinbaseTrade(entry)
    if (typeof trade === 'string') {
      sink.fault(`invalid Coinbase trade: ${trade}`)
      return true
    }
    trades.push(trade)
  }
  if (trades.length > 1) trades.sort((a, b) => a.id - b.id)
  for (const { product, ts, price, size, buy, id } of trades) sink.trade(product, ts, price, size, buy, 1, id)
  sink.alive(clockMs)
  return true
}

/** All trades of an Advanced message, or null if malformed. */
function tradesOf(events: unknown): unknown[] | null {
  const trades: unknown[] = []
  for (const event of rawList(events) ?? [null]) {
    const list = rawList(rawObject(event)?.['trades'])
    if (list === null) return null
    trades.push(...list)
  }
  return trades
}

/** Products in a confirmation of either stream, which always lists all subscribed products of the connection. */
function subscribedProducts(message: Record<string, unknown>): string[] {
  const channels = rawList(message['channels']) ?? []
  const exchange = channels.map(rawObject).find((channel) => channel?.['name'] === 'matches')?.['product_ids']
  const advanced = rawObject(rawObject(rawList(message['events'])?.[0])?.['subscriptions'])?.['market_trades']
  const products = rawList(exchange ?? advanced) ?? []
  return products.filter((product) => typeof product === 'string')
}

/** Maximum `limit` of GET /products/<id>/trades. */
const PAGE_ROWS = 1000

/**
 * Past trades of a product, by trade_id: `after=n` returns the trades with ids below n, newest first, so `after = from
 * + 1000` is the page of exactly the ids from..from + 999. There is no cursor by time: the id of a time is searched
 * for.
 *
 * complete  every id between the first and the last requested was present.
 */
export async function* coinbaseTrades(
  rest: RestSection,
  listing: MarketListing,
  request: TradesRequest,
): AsyncGenerator<TradesPage> {
  const newest = (await page(rest, listing, { limit: 1 })).at(-1)
  const { fromTs = 0, toTs = Infinity } = request
  const first =
    request.fromId !== undefined ? Number(request.fromId) : await firstIdSince(rest, listing, fromTs, newest)
  const end = Math.min(request.beforeId === undefined ? Infinity : Number(request.beforeId), (newest?.id ?? 0) + 1)
  // The newest trade is before the requested range: the venue does not have the rest yet.
  let complete = request.beforeId === undefined || end === Number(request.beforeId)
  let next = first
  while (next < end) {
    const after = Math.min(next + PAGE_ROWS, end)
    const rows = (await page(rest, listing, { after, limit: PAGE_ROWS })).filter(
      (row) => row.id >= next && row.id < after,
    )
    if (rows.length < after - next) complete = false
    const past = rows.length > 0 && rows[rows.length - 1].ts >= toTs
    next = past ? end : after
    yield {
      trades: columns(
        listing,
        rows.filter((row) => row.ts >= fromTs && row.ts < toTs),
      ),
      complete: complete && next >= end,
    }
  }
  if (first >= end) yield { trades: columns(listing, []), complete }
}

/** Time of the newest trade. */
export async function coinbaseLastTradeMs(rest: RestSection, listing: MarketListing): Promise<number | null> {
  return (await page(rest, listing, { limit: 1 })).at(-1)?.ts ?? null
}

/** Rows of one response, oldest first. */
async function page(
  rest: RestSection,
  listing: MarketListing,
  query: { after?: number; limit: number },
): Promise<CoinbaseTrade[]> {
  const rows = rawList(await rest.json({ path: `/products/${listing.marketId}/trades`, query })) ?? [null]
  const trades = rows.map((row) => {
    const trade = readCoinbaseTrade(row, listing.marketId)
    if (typeof trade === 'string') throw new Error(`${listing.symbol}: invalid Coinbase trade: ${trade}`)
    return trade
  })
  return trades.sort((a, b) => a.id - b.id)
}

/**
 * The first id whose trade is not before `ts`; the newest id + 1 if there is none.
 *
 * Steps back from the newest in doubling strides, then bisects down to one page: about 2 log2(trades since then / 1000)
 * requests.
 */
async function firstIdSince(
  rest: RestSection,
  listing: MarketListing,
  ts: number,
  newest: CoinbaseTrade | undefined,
): Promise<number> {
  if (newest === undefined) return 1
  if (newest.ts < ts) return newest.id + 1
  // Invariant: trade `high` is not before ts; trade `low`, once set, is (or there is none that old).
  let high = newest.id
  let low = -1
  for (let stride = PAGE_ROWS; low < 0; stride *= 2) {
    const probe = Math.max(0, high - stride)
    const row = await upTo(rest, listing, probe)
    if (row === undefined || row.ts < ts) low = probe
    else high = row.id
  }
  while (high - low > PAGE_ROWS) {
    const middle = Math.floor((low + high) / 2)
    const row = await upTo(rest, listing, middle)
    if (row === undefined || row.ts < ts) low = middle
    else high = row.id
  }
  const rows = await page(rest, listing, { after: high, limit: PAGE_ROWS })
  return rows.find((row) => row.id > low && row.ts >= ts)?.id ?? high
}

/** The trade with this id, or the last one before it. */
async function upTo(rest: RestSection, listing: MarketListing, id: number): Promise<CoinbaseTrade | undefined> {
  return id === 0 ? undefined : (await page(rest, listing, { after: id + 1, limit: 1 })).at(-1)
}

function columns(listing: MarketListing, rows: readonly CoinbaseTrade[]): TradesPage['trades'] {
  const run = new TradeRun(listing, true)
  for (const row of rows) run.add(row.ts, row.price, row.size, row.buy, 1, row.id)
  return sortTrades(run.take())
}

/** `heartbeat` proves each second that the connection is alive, including products that do not trade. */
const CHANNELS = ['matches', 'heartbeat']

export const COINBASE_ADAPTER: VenueAdapter = {
  venue: 'COINBASE',
  sections: [
    {
      traits: COINBASE_TRAITS[0],
      restBase: 'https://api.exchange.coinbase.com',
      createReader: () => readCoinbaseFrame,
      useUrls(exchange, urls) {
        const { api } = exchange.urls
        if (urls.ws !== undefined) api['ws'] = urls.ws
        if (urls.rest !== undefined) api['public'] = urls.rest
      },
      subscribe(exchange, listings) {
        const symbols = listings.map((listing) => listing.ccxtSymbol)
        forgetSubscriptions(
          exchange,
          symbols.map((symbol) => `matches:${symbol}`),
        )
        return exchange.watchTradesForSymbols(symbols, undefined, undefined, { channels: CHANNELS })
      },
      async unsubscribe(exchange, listing) {
        // ccxt does not support unsubscribing for this venue.
        const client = exchange.clients[exchange.urls.api['ws'] as string]
        await client?.send({ type: 'unsubscribe', product_ids: [listing.marketId], channels: CHANNELS })
      },
      listing: coinbaseListing,
      trades: coinbaseTrades,
      lastTradeMs: coinbaseLastTradeMs,
    },
  ],
}
