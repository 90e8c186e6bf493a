import { RestRefusal } from '../adapter.ts'
import type {
  FrameReader,
  FrameSink,
  LiveTraits,
  RestQuery,
  RestSection,
  RestTraits,
  SectionAdapter,
  VenueAdapter,
  VenueTraits,
} from '../adapter.ts'
import { takeBack } from '../ccxt.ts'
import type { CcxtExchange, CcxtMarket } from '../ccxt.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../types.ts'
import { rawMessage } from './raw-message.ts'
import { MINUTE_MS, sortTrades } from '@flowprint/orderflow'
import { TradeRun } from '../trade-run.ts'
import type { SectionUrls } from '../options.ts'

/** Evidence: docs/exchanges/bybit.md. Limits are per address and shared by the three sections. */
const LIVE: LiveTraits = {
  marketsPerConnection: 200,
  marketsPerRequest: 200,
  attempts: { count: 100, windowMs: 300_000 },
  connectionLifeMs: null,
  confirms: true,
  heartbeatMs: 3_000,
  silentAfterMs: 16_000,
  quietAfterMs: 60_000,
}
const REST: RestTraits = { weight: 130, windowMs: 5_000, pageRows: 1000, reachMs: null }

const BYBIT_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'BYBIT',
    section: 'spot',
    ccxtId: 'bybit',
    ccxtOptions: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    holds: (listing) => listing.kind === 'spot',
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: 'bybit-spot',
    live: { ...LIVE, marketsPerRequest: 10 },
    rest: { ...REST, pageRows: 60 },
  },
  {
    venue: 'BYBIT',
    section: 'linear',
    ccxtId: 'bybit',
    ccxtOptions: { defaultType: 'swap', defaultSubType: 'linear', fetchMarkets: { types: ['linear'] } },
    holds: (listing) => listing.kind !== 'spot' && !isInverse(listing.ccxtSymbol),
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: 'bybit-derivatives',
    live: LIVE,
    rest: REST,
  },
  {
    venue: 'BYBIT',
    section: 'inverse',
    ccxtId: 'bybit',
    ccxtOptions: { defaultType: 'swap', defaultSubType: 'inverse', fetchMarkets: { types: ['inverse'] } },
    holds: (listing) => listing.kind !== 'spot' && isInverse(listing.ccxtSymbol),
    ids: 'none',
    numericIds: false,
    makerSide: false,
    repair: 'recent',
    archive: 'bybit-derivatives',
    live: LIVE,
    rest: REST,
  },
]

/** ccxt puts the settlement currency after the colon: the base if inverse (BTC/USD:BTC). */
function isInverse(ccxtSymbol: string): boolean {
  const [pair = '', settle = ''] = ccxtSymbol.split(':')
  return pair.startsWith(`${settle}/`)
}

interface BybitInfo {
  readonly baseCoin?: unknown
  readonly quoteCoin?: unknown
  readonly priceFilter?: { readonly tickSize?: unknown }
  readonly lotSizeFilter?: { readonly qtyStep?: unknown; readonly basePrecision?: unknown }
}

/**
 * Converts a Bybit market: BYBIT:BTCUSDT spot, BYBIT:BTCUSDT.P linear, BYBIT:BTCUSD.P inverse. Null for unsupported
 * ones: dated futures, options, and non-trading markets. Tick and lot are the texts of instruments-info; an inverse
 * contract is one US dollar, and sizes are whole contracts.
 */
export function bybitListing(market: CcxtMarket): MarketListing | null {
  if (market.active !== true || !(market.spot || market.swap)) return null
  const { baseCoin, quoteCoin, priceFilter, lotSizeFilter } = market.info as BybitInfo
  const tickSize = priceFilter?.tickSize
  const lotSize = market.spot ? lotSizeFilter?.basePrecision : lotSizeFilter?.qtyStep
  if (typeof tickSize !== 'string' || typeof lotSize !== 'string' || typeof baseCoin !== 'string') return null
  const inverse = market.swap && market.inverse === true
  return {
    symbol: `BYBIT:${baseCoin}${String(quoteCoin)}${market.spot ? '' : '.P'}`,
    venue: 'BYBIT',
    kind: market.spot ? 'spot' : 'perpetual',
    label: `${baseCoin}/${String(quoteCoin)}`,
    marketId: market.id,
    ccxtSymbol: market.symbol,
    tickSize,
    lotSize,
    qtyUnit: inverse ? 'contract' : 'base',
    contractSize: inverse ? '1' : null,
    ids: 'none',
  }
}

/**
 * Bybit v5 `publicTrade.<symbol>`, the same on spot, linear and inverse.
 *
 * Clock   `T`, ms, of the matching engine; the message's `ts` is the clock at sending.
 * Side    `S` is the taker's.
 * Ids     `i` is a uuid on linear and inverse and a 19-digit number on spot: it detects duplicates, never gaps.
 *         `seq` is a cross sequence: several trades and messages carry the same, and it has gaps.
 * Size    `v` in base units; on inverse in contracts of one US dollar.
 * Left out  block trades (`BT`), agreed outside the book; RPI trades matched in the book and are kept.
 * Order   oldest first; more than 1,024 trades come as several messages.
 * Source  docs/exchanges/bybit.md
 */
export const readBybitFrame: FrameReader = (text, sink) => {
  const message: BybitMessage | null = rawMessage(text)
  if (message === null) {
    if (!text.startsWith(TRADES_HEAD)) return false
    sink.fault('publicTrade message is not valid JSON')
    return true
  }
  if (typeof message.topic === 'string' && message.topic.startsWith(TOPIC)) {
    readTrades(message.topic, message, sink)
    return true
  }
  sink.alive(null)
  if (message.op !== 'subscribe') return false
  if (message.success !== false) {
    sink.acknowledged(null)
    return false
  }
  // Not passed to ccxt, which would reject everything else pending under the same request.
  const what = String(message.ret_msg)
  sink.refused(/publicTrade\.([^\s\],]+)/.exec(what)?.[1] ?? null, what)
  return true
}

const TOPIC = 'publicTrade.'

/** Start of a Bybit trade message: enough to recognise a truncated one. */
const TRADES_HEAD = `{"topic":"${TOPIC}`

interface BybitMessage {
  readonly topic?: unknown
  readonly ts?: unknown
  readonly data?: unknown
  readonly op?: unknown
  readonly success?: unknown
  readonly ret_msg?: unknown
}

/** A trade as the stream writes it. */
interface BybitTrade {
  readonly T?: unknown
  readonly S?: unknown
  readonly v?: unknown
  readonly p?: unknown
  readonly i?: unknown
  readonly BT?: unknown
}

function readTrades(topic: string, { ts, data }: BybitMessage, sink: FrameSink): void {
  const wrong = Array.isArray(data) ? firstWrong(data) : 'no list of trades'
  if (wrong !== null) return sink.fault(`${topic} cannot be read: ${wrong}`)
  const marketId = topic.slice(TOPIC.length)
  sink.alive(typeof ts === 'number' ? ts : null)
  for (const trade of data as readonly BybitTrade[]) {
    if (trade.BT === true) sink.excluded(marketId, 1)
    else
      sink.trade(
        marketId,
        trade.T as number,
        trade.p as string,
        trade.v as string,
        trade.S === 'Buy',
        1,
        trade.i as string,
      )
  }
}

/** What is wrong with the first malformed trade; null if all are valid. */
function firstWrong(trades: readonly (BybitTrade | null)[]): string | null {
  for (const trade of trades) {
    if (typeof trade !== 'object' || trade === null) return 'a trade that is no object'
    if (!Number.isSafeInteger(trade.T)) return `time ${String(trade.T)}`
    if (trade.S !== 'Buy' && trade.S !== 'Sell') return `side ${String(trade.S)}`
    if (typeof trade.p !== 'string' || typeof trade.v !== 'string') return 'price or size is not a string'
    if (typeof trade.i !== 'string' || trade.i === '') return 'a trade without id'
  }
  return null
}

type BybitCategory = 'spot' | 'linear' | 'inverse'

/** Maximum number of trades and of candles per response. */
export const RECENT_ROWS: Readonly<Record<BybitCategory, number>> = { spot: 60, linear: 1000, inverse: 1000 }
const KLINE_ROWS = 1000

/** Number of trades searched for one that is not a block trade. */
const NEWEST_ROWS = 20

/** Transient error codes: the server was busy or timed out, too many requests. */
const PASSING = new Set([10000, 10006, 10016, 10018])

/** A trade as REST writes it. */
interface BybitRestTrade {
  readonly execId: string
  readonly price: string
  readonly size: string
  readonly side: string
  readonly time: string
  readonly isBlockTrade?: boolean
}

/**
 * The requested trades among the newest that Bybit serves (60 on spot, 1,000 elsewhere; there are no older pages).
 *
 * `complete`: the window reaches back to the request's start, proven by a trade before `fromTs` or by the trade
 * `fromId` itself, so it contains everything since then. Otherwise, what precedes the window is unknown.
 */
export async function* bybitTrades(
  rest: RestSection,
  category: BybitCategory,
  listing: MarketListing,
  request: TradesRequest,
): AsyncIterable<TradesPage> {
  const rows = await recentTrades(rest, category, listing, RECENT_ROWS[category])
  const { fromId, fromTs = -Infinity, toTs = Infinity } = request
  const start = fromId === undefined ? -1 : rows.findIndex((row) => row.execId === fromId)
  const endAt = request.beforeId === undefined ? -1 : rows.findIndex((row) => row.execId === request.beforeId)
  const reaches = start >= 0 || (request.fromTs !== undefined && rows.length > 0 && Number(rows[0].time) < fromTs)
  const run = new TradeRun(listing, false)
  for (let i = Math.max(start, 0); i < (endAt < 0 ? rows.length : endAt); i++) {
    const row = rows[i]
    const ts = Number(row.time)
    if (row.isBlockTrade === true || ts < fromTs || ts >= toTs) continue
    run.add(ts, row.price, row.size, row.side === 'Buy', 1, row.execId)
  }
  yield { trades: sortTrades(run.take()), complete: reaches }
}

/** Time of the newest trade matched in the book; null if there is none among the newest. */
export async function bybitLastTradeMs(
  rest: RestSection,
  category: BybitCategory,
  listing: MarketListing,
): Promise<number | null> {
  const rows = await recentTrades(rest, category, listing, NEWEST_ROWS)
  const newest = rows.findLast((row) => row.isBlockTrade !== true)
  return newest === undefined ? null : Number(newest.time)
}

/**
 * Volumes of the closed 1m candles that start in [fromTs, toTs), by their start: base units, contracts where inverse.
 * The response's own clock decides which candles are closed.
 */
export async function bybitMinuteVolumes(
  rest: RestSection,
  category: BybitCategory,
  listing: MarketListing,
  fromTs: number,
  toTs: number,
): Promise<ReadonlyMap<number, string>> {
  const volumes = new Map<number, string>()
  const first = Math.ceil(fromTs / MINUTE_MS) * MINUTE_MS
  for (let start = first; start < toTs; start += KLINE_ROWS * MINUTE_MS) {
    const end = Math.min(start + KLINE_ROWS * MINUTE_MS, toTs) - 1
    const query = { category, symbol: listing.marketId, interval: 1, start, end, limit: KLINE_ROWS }
    const { list, time } = await ask<readonly string[]>(rest, '/v5/market/kline', query)
    for (const candle of list) {
      const at = Number(candle[0])
      if (at >= start && at <= end && at + MINUTE_MS <= time) volumes.set(at, candle[5])
    }
  }
  return volumes
}

/** Oldest first; Bybit answers newest first. */
async function recentTrades(
  rest: RestSection,
  category: BybitCategory,
  listing: MarketListing,
  limit: number,
): Promise<BybitRestTrade[]> {
  const query = { category, symbol: listing.marketId, limit }
  const { list } = await ask<BybitRestTrade>(rest, '/v5/market/recent-trade', query)
  return [...list].reverse()
}

async function ask<Row>(
  rest: RestSection,
  path: string,
  query: RestQuery,
): Promise<{ list: readonly Row[]; time: number }> {
  const answer = (await rest.json({ path, query })) as {
    readonly retCode?: number
    readonly retMsg?: string
    readonly result?: { readonly list?: readonly Row[] }
    readonly time?: number
  }
  if (answer.retCode === 0 && answer.result?.list !== undefined) {
    return { list: answer.result.list, time: answer.time ?? rest.clock() }
  }
  const what = `Bybit ${path}: ${answer.retCode} ${answer.retMsg}`
  throw PASSING.has(answer.retCode ?? 0) ? new Error(what) : new RestRefusal(200, what)
}

export const BYBIT_ADAPTER: VenueAdapter = {
  venue: 'BYBIT',
  sections: BYBIT_TRAITS.map((traits): SectionAdapter => {
    // Sections are named as Bybit names its categories.
    const category = traits.section as BybitCategory
    return {
      traits,
      createReader: () => readBybitFrame,
      useUrls: (exchange, urls) => useUrls(exchange, category, urls),
      unsubscribe: (exchange, { ccxtSymbol, marketId }) =>
        takeBack(exchange, `trade:${ccxtSymbol}`, { op: 'unsubscribe', args: [`publicTrade.${marketId}`] }),
      listing: bybitListing,
      restBase: 'https://api.bybit.com',
      trades: (rest, listing, request) => bybitTrades(rest, category, listing, request),
      lastTradeMs: (rest, listing) => bybitLastTradeMs(rest, category, listing),
      minuteVolumes: (rest, listing, fromTs, toTs) => bybitMinuteVolumes(rest, category, listing, fromTs, toTs),
    }
  }),
}

function useUrls(exchange: CcxtExchange, category: BybitCategory, urls: SectionUrls): void {
  const api = exchange.urls.api as Record<string, unknown> & { ws: { public: Record<string, string> } }
  if (urls.ws !== undefined) api.ws.public[category] = urls.ws
  if (urls.rest !== undefined) for (const use of ['public', 'spot', 'v2']) api[use] = urls.rest
}
