import { DAY_MS, decimalUnit, fromUnits, HOUR_MS } from '@flowprint/orderflow'
import type { FrameReader, FrameSink, RestSection, SectionAdapter, VenueAdapter, VenueTraits } from '../adapter.ts'
import { takeBack } from '../ccxt.ts'
import type { CcxtExchange, CcxtMarket } from '../ccxt.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../types.ts'
import { rawMessage, rawObject } from './raw-message.ts'
import { TradeRun } from '../trade-run.ts'

/** Evidence: docs/exchanges/binance.md. */
const BINANCE_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'BINANCE',
    section: 'spot',
    ccxtId: 'binance',
    ccxtOptions: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    holds: (listing) => listing.kind === 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: 'binance-spot',
    live: {
      marketsPerConnection: 200,
      marketsPerRequest: 100,
      attempts: { count: 60, windowMs: 300_000 },
      confirms: true,
      connectionLifeMs: DAY_MS,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 3_600, windowMs: 60_000, pageRows: 1000, reachMs: null },
  },
  {
    venue: 'BINANCE',
    section: 'usdm',
    ccxtId: 'binance',
    ccxtOptions: { defaultType: 'swap', fetchMarkets: { types: ['linear'] } },
    holds: (listing) => listing.kind !== 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: 'binance-usdm',
    live: {
      marketsPerConnection: 150,
      marketsPerRequest: 75,
      attempts: { count: 60, windowMs: 300_000 },
      confirms: true,
      connectionLifeMs: DAY_MS,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 1_200, windowMs: 60_000, pageRows: 1000, reachMs: null },
  },
]

/**
 * Converts a Binance market, or returns null: options, dated futures and non-trading markets are not supported. Tick
 * and lot are PRICE_FILTER.tickSize and LOT_SIZE.stepSize as the exchange writes them, never pricePrecision.
 */
function binanceListing(market: CcxtMarket): MarketListing | null {
  const perpetual = market.swap && market.linear === true
  if (market.active !== true || (!market.spot && !perpetual)) return null
  const tickSize = filterText(market, 'PRICE_FILTER', 'tickSize')
  const lotSize = filterText(market, 'LOT_SIZE', 'stepSize')
  if (tickSize === null || lotSize === null) return null
  return {
    symbol: `BINANCE:${market.id}${perpetual ? '.P' : ''}`,
    venue: 'BINANCE',
    kind: perpetual ? 'perpetual' : 'spot',
    label: `${market.base}/${market.quote}`,
    marketId: market.id,
    ccxtSymbol: market.symbol,
    tickSize,
    lotSize,
    qtyUnit: 'base',
    contractSize: null,
    ids: 'fills',
  }
}

function filterText(market: CcxtMarket, filterType: string, field: string): string | null {
  const filters = market.info['filters']
  if (!Array.isArray(filters)) return null
  const filter = (filters as Record<string, unknown>[]).find((one) => one['filterType'] === filterType)
  const text = filter?.[field]
  // A disabled filter is 0.
  if (typeof text !== 'string' || !/[1-9]/.test(text)) return null
  return fromUnits(1, decimalUnit(text))
}

/** One trade of Binance's streams: aggTrade (fills f..l) or trade (one fill t). Unknown fields are ignored. */
interface RawTrade {
  readonly e: string
  readonly E?: unknown
  readonly s?: unknown
  readonly p?: unknown
  readonly q?: unknown
  readonly T?: unknown
  readonly m?: unknown
  readonly f?: unknown
  readonly l?: unknown
  readonly t?: unknown
  readonly X?: unknown
}

/** Times above this are microseconds (streams opened with timeUnit=MICROSECOND). */
const MAX_MILLISECONDS = 100_000_000_000_000

/**
 * Messages of wss://stream.binance.com and of /market of wss://fstream.binance.com, raw or combined
 * (docs/exchanges/binance.md). `m`: the buyer was the maker, so the aggressor sold. Clock: T of the match, E of sending.
 * `X` of the futures' trade stream: only MARKET is order flow.
 */
export const readBinance: FrameReader = (text, sink) => {
  const message = rawMessage(text)
  if (message === null) {
    sink.fault('the message is not a JSON object')
    return true
  }
  const data = rawObject(message['data']) ?? message
  const event = data['e']
  if (event === 'aggTrade' || event === 'trade') {
    readTrade(data as unknown as RawTrade, sink)
    return true
  }
  if (event === 'serverShutdown') sink.closing()
  else if (event === undefined) readAnswer(message, sink)
  return false
}

function readTrade(raw: RawTrade, sink: FrameSink): void {
  const { s, p, q, T, m, E } = raw
  const first = raw.e === 'trade' ? raw.t : raw.f
  const last = raw.e === 'trade' ? raw.t : raw.l
  if (typeof s !== 'string' || typeof p !== 'string' || typeof q !== 'string' || typeof m !== 'boolean') {
    return sink.fault('a trade without its symbol, price, quantity or side')
  }
  if (!Number.isSafeInteger(T) || !Number.isSafeInteger(first) || !Number.isSafeInteger(last)) {
    return sink.fault('a trade without its time or ids')
  }
  sink.alive(typeof E === 'number' ? toMs(E) : null)
  if (raw.X !== undefined && raw.X !== 'MARKET') return sink.excluded(s, 1)
  const firstId = first as number
  sink.trade(s, toMs(T as number), p, q, !m, (last as number) - firstId + 1, firstId)
}

/** Responses to SUBSCRIBE arrive in request order: {"result":null,"id":1}, {"error":{"code","msg"},"id":1}. */
function readAnswer(message: Readonly<Record<string, unknown>>, sink: FrameSink): void {
  const error = rawObject(message['error'])
  if (error !== null) sink.refused(null, String(error['msg']))
  else if (message['result'] === null && 'id' in message) sink.acknowledged(null)
}

function toMs(time: number): number {
  return time > MAX_MILLISECONDS ? Math.floor(time / 1000) : time
}

/** One row of aggTrades: `a` numbers the aggregates, f..l the fills in them, both without gaps. */
interface AggRow {
  readonly a: number
  readonly p: string
  readonly q: string
  readonly f: number
  readonly l: number
  readonly T: number
  readonly m: boolean
}

interface AggTradesApi {
  readonly path: string
  readonly weight: number
  readonly pageRows: number
}

/**
 * Pages of aggTrades. Paging is always by aggregate number, which omits nothing; the first aggregate is found by
 * searching for a fill id, or by requesting a time.
 */
export class AggTrades {
  readonly #rest: RestSection
  readonly #api: AggTradesApi
  readonly #listing: MarketListing

  constructor(rest: RestSection, api: AggTradesApi, listing: MarketListing) {
    this.#rest = rest
    this.#api = api
    this.#listing = listing
  }

  async *pages(request: TradesRequest): AsyncGenerator<TradesPage> {
    const { fromId, beforeId, fromTs = -Infinity, toTs = Infinity } = request
    const from = fromId === undefined ? -Infinity : Number(fromId)
    const before = beforeId === undefined ? Infinity : Number(beforeId)
    if (fromId === undefined && fromTs === -Infinity)
      throw new RangeError('Condition failed: a request has an id or a time')
    const wanted = (row: AggRow) => row.f >= from && row.f < before && row.T >= fromTs && row.T < toTs
    const found = fromId === undefined ? await this.#firstByTime(fromTs, toTs) : await this.#firstById(from)
    if (found === null) {
      yield this.#page([], true)
      return
    }
    let { first, complete } = found
    for (;;) {
      const rows = await this.#fromAgg(first)
      if (rows.length > 0 && rows[0].a > first) complete = false
      const last = rows.at(-1)
      const done = last === undefined || rows.length < this.#api.pageRows || last.f >= before || last.T >= toTs
      // A request with an end is complete only if the end was reached.
      if (done && before !== Infinity && (last === undefined || last.l + 1 < before)) complete = false
      yield this.#page(rows.filter(wanted), complete)
      if (done) return
      first = last.a + 1
    }
  }

  async lastTradeMs(): Promise<number | null> {
    const rows = await this.#get({ limit: 1 })
    return rows.at(-1)?.T ?? null
  }

  /**
   * Number of the aggregate that contains a fill, by interpolation between aggregates with known fills: a gap of the
   * last minutes takes two requests, any other a few more. Null if the venue has no trades.
   */
  async #firstById(fill: number): Promise<{ first: number; complete: boolean } | null> {
    const newest = (await this.#get({ limit: this.#api.pageRows })).filter(isRow)
    if (newest.length === 0) return null
    let high = newest[newest.length - 1]
    if (fill > high.l) return { first: high.a + 1, complete: true }
    let page = newest
    let low: AggRow | null = null
    for (let probes = 0; ; probes++) {
      const at = page.findIndex((row) => row.l >= fill)
      if (at > 0 || (at === 0 && page[0].f <= fill)) return { first: page[at].a, complete: true }
      if (at < 0) low = page[page.length - 1]
      else if (page[0].a <= 0 || (low !== null && page[0].a <= low.a + 1)) return { first: page[0].a, complete: false }
      else high = page[0]
      // Fills may be distributed unevenly; bisection then guarantees that the search ends.
      const probe = probes < 8 ? probeBetween(low, high, fill, page) : Math.floor(((low?.a ?? -1) + 1 + high.a) / 2)
      const next = await this.#fromAgg(probe)
      // The venue has nothing that old: its data starts here.
      if (next.length === 0 || (next[0].a > probe && next[0].f > fill))
        return { first: next[0]?.a ?? high.a, complete: false }
      page = next
    }
  }

  /** The first aggregate at or after fromTs, however the venue truncates a window with more rows than a page. */
  async #firstByTime(fromTs: number, toTs: number): Promise<{ first: number; complete: boolean } | null> {
    const end = Math.min(toTs, this.#rest.clock() + HOUR_MS)
    for (let start = fromTs; start < end; start += HOUR_MS) {
      const rows = await this.#get({
        startTime: start,
        endTime: Math.min(start + HOUR_MS, end) - 1,
        limit: this.#api.pageRows,
      })
      if (rows.length === 0) continue
      let first = rows[0]
      let full = rows.length >= this.#api.pageRows
      while (full && first.T >= fromTs && first.a > 0) {
        const earlier = await this.#fromAgg(Math.max(0, first.a - this.#api.pageRows))
        const at = earlier.findIndex((row) => row.T >= fromTs)
        if (at < 0 || earlier[at].a >= first.a) break
        full = at === 0
        first = earlier[at]
      }
      return { first: first.a, complete: true }
    }
    return null
  }

  #fromAgg(first: number): Promise<AggRow[]> {
    return this.#get({ fromId: first, limit: this.#api.pageRows })
  }

  async #get(query: Record<string, number>): Promise<AggRow[]> {
    const { path, weight } = this.#api
    const rows = await this.#rest.json({ path, weight, query: { symbol: this.#listing.marketId, ...query } })
    if (!Array.isArray(rows)) throw new TypeError(`${path} did not return a list`)
    const bad: unknown = rows.find((row) => !isRow(row))
    if (bad !== undefined) throw new TypeError(`${path} returned an invalid row: ${JSON.stringify(bad)}`)
    return rows as AggRow[]
  }

  #page(rows: readonly AggRow[], complete: boolean): TradesPage {
    const run = new TradeRun(this.#listing, true)
    for (const { f, l, p, q, T, m } of rows) run.add(T, p, q, !m, l - f + 1, f)
    return { trades: run.take(), complete }
  }
}

/**
 * Estimated position of the fill, slightly early: between two known aggregates by the fills between them, before the
 * earliest known one by the fills of the page that starts with it.
 */
function probeBetween(low: AggRow | null, high: AggRow, fill: number, page: readonly AggRow[]): number {
  const margin = page.length >> 2
  if (low === null) {
    const fillsEach = (page[page.length - 1].l - page[0].f + 1) / page.length
    return Math.max(0, Math.min(high.a - 1, high.a - Math.ceil((high.f - fill) / fillsEach) - margin))
  }
  const share = (high.f - fill) / Math.max(1, high.f - low.f)
  const guess = high.a - Math.ceil(share * (high.a - low.a)) - margin
  return Math.max(low.a + 1, Math.min(guess, high.a - (page.length >> 1)))
}

function isRow(row: unknown): row is AggRow {
  if (typeof row !== 'object' || row === null) return false
  const { a, p, q, f, l, T, m } = row as Partial<Record<keyof AggRow, unknown>>
  return (
    [a, f, l, T].every(Number.isSafeInteger) && typeof p === 'string' && typeof q === 'string' && typeof m === 'boolean'
  )
}

interface SectionWays {
  readonly restBase: string
  readonly api: AggTradesApi
  /** Keys and paths of ccxt's table of addresses. */
  readonly ws: string
  readonly rest: readonly (readonly [key: string, path: string])[]
}

const WAYS: Readonly<Record<string, SectionWays>> = {
  spot: {
    restBase: 'https://api.binance.com',
    api: { path: '/api/v3/aggTrades', weight: 4, pageRows: 1000 },
    ws: 'spot',
    rest: [
      ['public', '/api/v3'],
      ['v1', '/api/v1'],
    ],
  },
  usdm: {
    restBase: 'https://fapi.binance.com',
    api: { path: '/fapi/v1/aggTrades', weight: 20, pageRows: 1000 },
    ws: 'future',
    rest: [
      ['fapiPublic', '/fapi/v1'],
      ['fapiPublicV2', '/fapi/v2'],
      ['fapiPublicV3', '/fapi/v3'],
    ],
  },
}

export const BINANCE_ADAPTER: VenueAdapter = { venue: 'BINANCE', sections: BINANCE_TRAITS.map(sectionOf) }

/** Out of the range of the ids that ccxt counts from 1. */
const UNSUBSCRIBING = 2_000_000_000

function sectionOf(traits: VenueTraits): SectionAdapter {
  const ways = WAYS[traits.section]
  const aggTrades = (...[rest, listing]: Parameters<SectionAdapter['lastTradeMs']>) =>
    new AggTrades(rest, ways.api, listing)
  return {
    traits,
    restBase: ways.restBase,
    createReader: () => readBinance,
    useUrls: (exchange, urls) => {
      const api = exchange.urls.api
      if (urls.ws !== undefined) (api['ws'] as Record<string, unknown>)[ways.ws] = urls.ws
      if (urls.rest !== undefined) for (const [key, path] of ways.rest) api[key] = urls.rest + path
    },
    subscribe: (exchange, listings) => {
      oneConnection(exchange)
      // ccxt's default is the trade stream: unmerged fills, and on futures a stream with gaps in its ids.
      return exchange.watchTradesForSymbols(
        listings.map((one) => one.ccxtSymbol),
        undefined,
        undefined,
        { name: 'aggTrade' },
      )
    },
    unsubscribe: (exchange, { ccxtSymbol, marketId }) =>
      takeBack(exchange, `trade::${ccxtSymbol}`, {
        method: 'UNSUBSCRIBE',
        params: [`${marketId.toLowerCase()}@aggTrade`],
        id: UNSUBSCRIBING,
      }),
    answersInOrder: true,
    listing: binanceListing,
    trades: (rest, listing, request) => aggTrades(rest, listing).pages(request),
    lastTradeMs: (rest, listing) => aggTrades(rest, listing).lastTradeMs(),
  }
}

/** ccxt spreads requests over many addresses (/ws/0, /ws/1, ...); we decide the number of connections ourselves. */
function oneConnection(exchange: CcxtExchange): void {
  exchange.options['streamLimits'] = { spot: 1, future: 1 }
  exchange.options['subscriptionLimitByStream'] = { spot: 1024, future: 1024 }
}
