import { DAY_MS, decimalUnit, fromUnits, multiplyUnits, sortTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
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
import { rawMessage, rawObject } from './raw-message.ts'
import { TradeRun } from '../trade-run.ts'

/** Evidence: docs/exchanges/okx.md. Limits are per address and shared by both sections. */
const LIVE: LiveTraits = {
  marketsPerConnection: 100,
  marketsPerRequest: 100,
  attempts: { count: 1, windowMs: 1_000 },
  connectionLifeMs: null,
  confirms: true,
  heartbeatMs: 3_000,
  silentAfterMs: 16_000,
  quietAfterMs: 60_000,
}
const REST: RestTraits = { weight: 7, windowMs: 2_000, pageRows: 100, reachMs: 90 * DAY_MS }

const OKX_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'OKX',
    section: 'spot',
    ccxtId: 'okx',
    ccxtOptions: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
    holds: (listing) => listing.kind === 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: null,
    live: LIVE,
    rest: REST,
  },
  {
    venue: 'OKX',
    section: 'swap',
    ccxtId: 'okx',
    ccxtOptions: { defaultType: 'swap', fetchMarkets: { types: ['swap'] } },
    holds: (listing) => listing.kind !== 'spot',
    ids: 'fills',
    numericIds: true,
    makerSide: false,
    repair: 'id',
    archive: null,
    live: LIVE,
    rest: REST,
  },
]

interface OkxInfo {
  readonly tickSz?: unknown
  readonly lotSz?: unknown
  readonly ctVal?: unknown
  readonly ctMult?: unknown
}

/**
 * Converts an OKX market: OKX:BTCUSDT spot, OKX:BTCUSDT.P linear swap (BTC-USDT-SWAP), OKX:BTCUSD.P inverse swap. Null
 * for unsupported ones: dated futures, options, and non-trading markets. Sizes of swaps are contracts of ctVal x ctMult
 * each: base units if linear (0.01 BTC), US dollars if inverse.
 */
export function okxListing(market: CcxtMarket): MarketListing | null {
  if (market.active !== true || !(market.spot || market.swap)) return null
  const { tickSz, lotSz, ctVal, ctMult } = market.info as OkxInfo
  if (typeof tickSz !== 'string' || typeof lotSz !== 'string' || tickSz === '' || lotSz === '') return null
  const contractSize = market.swap ? contractOf(ctVal, ctMult) : null
  if (market.swap && contractSize === null) return null
  const [base, quote] = market.id.split('-')
  return {
    symbol: `OKX:${base}${quote}${market.spot ? '' : '.P'}`,
    venue: 'OKX',
    kind: market.spot ? 'spot' : 'perpetual',
    label: `${base}/${quote}`,
    marketId: market.id,
    ccxtSymbol: market.symbol,
    tickSize: tickSz,
    lotSize: lotSz,
    qtyUnit: market.swap ? 'contract' : 'base',
    contractSize,
    ids: 'fills',
  }
}

/** ctVal x ctMult as exact text; the multiplier is almost always 1. Null without a value. */
function contractOf(ctVal: unknown, ctMult: unknown): string | null {
  if (typeof ctVal !== 'string' || ctVal === '') return null
  const times = typeof ctMult === 'string' && ctMult !== '' ? ctMult : '1'
  return fromUnits(1, multiplyUnits(decimalUnit(ctVal), decimalUnit(times)))
}

/**
 * OKX v5 channel `trades` of /ws/v5/public, spot and swap.
 *
 * Clock   `ts`, ms, of the fill. Messages have no send time: the newest fill's time is used instead.
 * Side    the taker's.
 * Ids     one entry per taker order, price and source, which merges `count` fills; `tradeId` is the LAST of them, so
 * the first is tradeId - count + 1. They increase by one per instrument, so gaps are proven. Without `count` (frames of
 * 2022) an entry is one fill.
 * Size    `sz` in base units on spot, in contracts on swaps.
 * Kept    `source` 1 (liquidity programme, RPI): those fills matched in the book. Block trades have a separate channel.
 * Source  docs/exchanges/okx.md
 */
export const readOkxFrame: FrameReader = (text, sink) => {
  if (text === 'pong') {
    sink.alive(null)
    return false
  }
  const message: OkxMessage | null = rawMessage(text)
  if (message === null) {
    if (!text.startsWith(TRADES_HEAD)) return false
    sink.fault('trade message is not valid JSON')
    return true
  }
  if (message.event !== undefined) return readEvent(message, sink)
  if (rawObject(message.arg)?.['channel'] !== 'trades') {
    sink.alive(null)
    return false
  }
  readTrades(message.data, sink)
  return true
}

const TRADES_HEAD = '{"arg":{"channel":"trades"'

interface OkxMessage {
  readonly event?: unknown
  readonly arg?: unknown
  readonly data?: unknown
  readonly msg?: unknown
}

interface OkxTrade {
  readonly instId?: unknown
  readonly tradeId?: unknown
  readonly px?: unknown
  readonly sz?: unknown
  readonly side?: unknown
  readonly ts?: unknown
  readonly count?: unknown
}

/**
 * True for events that ccxt must not receive: it treats each as a failure of everything pending on the connection, or
 * of a market.
 */
function readEvent(message: OkxMessage, sink: FrameSink): boolean {
  sink.alive(null)
  if (message.event === 'notice') {
    sink.closing()
    return true
  }
  const arg = rawObject(message.arg)
  if (message.event === 'subscribe' && arg?.['channel'] === 'trades') sink.acknowledged(String(arg['instId']))
  if (message.event === 'unsubscribe') return true
  if (message.event !== 'error') return false
  const what = String(message.msg)
  const marketId = /instId:([^\s,"]+)/.exec(what)?.[1]
  if (marketId === undefined) return false
  sink.refused(marketId, what)
  return true
}

function readTrades(data: unknown, sink: FrameSink): void {
  const wrong = Array.isArray(data) ? firstWrong(data) : 'no list of trades'
  if (wrong !== null) return sink.fault(`invalid trade: ${wrong}`)
  let newest = 0
  for (const trade of data as readonly OkxTrade[]) newest = Math.max(newest, Number(trade.ts))
  sink.alive(newest === 0 ? null : newest)
  for (const trade of data as readonly OkxTrade[]) {
    const fills = fillsOf(trade)
    const first = Number(trade.tradeId) - fills + 1
    sink.trade(
      trade.instId as string,
      Number(trade.ts),
      trade.px as string,
      trade.sz as string,
      trade.side === 'buy',
      fills,
      first,
    )
  }
}

function fillsOf(trade: OkxTrade): number {
  return trade.count === undefined ? 1 : Number(trade.count)
}

/** What is wrong with the first malformed trade; null if all are valid. */
function firstWrong(trades: readonly (OkxTrade | null)[]): string | null {
  for (const trade of trades) {
    if (typeof trade !== 'object' || trade === null) return 'a trade that is no object'
    if (typeof trade.instId !== 'string' || trade.instId === '') return 'a trade without instrument'
    if (!isCount(trade.ts)) return `time ${String(trade.ts)}`
    if (trade.side !== 'buy' && trade.side !== 'sell') return `side ${String(trade.side)}`
    if (typeof trade.px !== 'string' || typeof trade.sz !== 'string') return 'price or size is not a string'
    if (!isCount(trade.tradeId)) return `id ${String(trade.tradeId)}`
    const fills = fillsOf(trade)
    if (!(Number.isSafeInteger(fills) && fills >= 1 && fills <= Number(trade.tradeId) + 1))
      return `count ${String(trade.count)}`
  }
  return null
}

/** Whether the value is the text of a safe integer. */
function isCount(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value))
}

const HISTORY = '/api/v5/market/history-trades'
const PAGE_ROWS = 100
const BY_ID = 1
const BY_TIME = 2

/** Transient error codes: unavailable, too many requests, busy, timed out. */
const PASSING = new Set(['50001', '50004', '50011', '50013', '50026', '50040', '50061'])

/** A fill as REST sends it: never merged, unlike the stream's entries. */
interface OkxFill {
  readonly tradeId: string
  readonly px: string
  readonly sz: string
  readonly side: string
  readonly ts: string
}

/**
 * Fills by id or by time, oldest page first.
 *
 * OKX returns newest first and pages into the past, but its ids increase by one: requesting what is older than `first +
 * 100` returns exactly [first, first + 100), so pages can be fetched in time order. A request by time becomes one by id
 * by requesting the last fill before its start. `complete`: false if OKX no longer has the fills at the start (it keeps
 * three months).
 */
export async function* okxTrades(
  rest: RestSection,
  listing: MarketListing,
  request: TradesRequest,
): AsyncIterable<TradesPage> {
  const { fromTs = -Infinity, toTs = Infinity } = request
  const before = request.beforeId === undefined ? Infinity : Number(request.beforeId)
  const start = await startOf(rest, listing, request)
  if (start === null) {
    yield { trades: new TradeRun(listing, true).take(), complete: true }
    return
  }
  let complete = start.known
  for (let first = start.id; first < before; first += PAGE_ROWS) {
    const end = Math.min(first + PAGE_ROWS, before)
    const fills = await fillsBefore(rest, listing, BY_ID, end, PAGE_ROWS)
    const ids = fills.map((fill) => Number(fill.tradeId))
    // A full page or an older fill proves that nothing between is missing.
    complete &&= fills.length > 0 && ids[0] <= first
    const page = fills.filter((fill, i) => ids[i] >= first && Number(fill.ts) >= fromTs && Number(fill.ts) < toTs)
    yield { trades: toTrades(listing, page), complete }
    const last = fills.at(-1)
    const isNewest = before === Infinity && !(ids[ids.length - 1] >= first)
    if (isNewest || last === undefined || Number(last.ts) >= toTs) return
  }
}

/** Time of the newest fill; null without any. */
export async function okxLastTradeMs(rest: RestSection, listing: MarketListing): Promise<number | null> {
  const fills = await ask<OkxFill>(rest, '/api/v5/market/trades', { instId: listing.marketId, limit: 1 })
  return fills.length === 0 ? null : Number(fills[0].ts)
}

/** The first id to request, and whether it is known that nothing requested precedes it; null: there are no fills. */
async function startOf(
  rest: RestSection,
  listing: MarketListing,
  { fromId, fromTs = 0 }: TradesRequest,
): Promise<{ id: number; known: boolean } | null> {
  if (fromId !== undefined) return { id: Number(fromId), known: true }
  // One ms earlier, so that it does not matter whether OKX counts fills of that exact ms as older.
  const [older] = fromTs <= 1 ? [] : await fillsBefore(rest, listing, BY_TIME, fromTs - 1, 1)
  if (older !== undefined) return { id: Number(older.tradeId) + 1, known: true }
  const oldest = await oldestServed(rest, listing)
  return oldest === null ? null : { id: oldest, known: oldest === 1 }
}

/** The oldest id that OKX still serves, by bisection; null without any. */
async function oldestServed(rest: RestSection, listing: MarketListing): Promise<number | null> {
  const [newest] = await fillsBefore(rest, listing, BY_TIME, rest.clock() + 60_000, 1)
  if (newest === undefined) return null
  let unserved = 0
  let served = Number(newest.tradeId)
  while (served - unserved > 1) {
    const middle = Math.floor((unserved + served) / 2)
    const [fill] = await fillsBefore(rest, listing, BY_ID, middle + 1, 1)
    if (fill === undefined) unserved = middle
    else served = Number(fill.tradeId)
  }
  return served
}

/** The newest fills with an id, or a time, below `end`, oldest first. */
async function fillsBefore(
  rest: RestSection,
  listing: MarketListing,
  type: number,
  end: number,
  limit: number,
): Promise<OkxFill[]> {
  const fills = await ask<OkxFill>(rest, HISTORY, { instId: listing.marketId, type, after: end, limit })
  return [...fills].sort((a, b) => Number(a.tradeId) - Number(b.tradeId))
}

function toTrades(listing: MarketListing, fills: readonly OkxFill[]): Trades {
  const run = new TradeRun(listing, true)
  for (const fill of fills) run.add(Number(fill.ts), fill.px, fill.sz, fill.side === 'buy', 1, fill.tradeId)
  return sortTrades(run.take())
}

async function ask<Row>(rest: RestSection, path: string, query: RestQuery): Promise<readonly Row[]> {
  const answer = (await rest.json({ path, query })) as {
    readonly code?: string
    readonly msg?: string
    readonly data?: readonly Row[]
  }
  if (answer.code === '0' && answer.data !== undefined) return answer.data
  const what = `OKX ${path}: ${answer.code} ${answer.msg}`
  throw PASSING.has(answer.code ?? '') ? new Error(what) : new RestRefusal(200, what)
}

export const OKX_ADAPTER: VenueAdapter = {
  venue: 'OKX',
  sections: OKX_TRAITS.map((traits): SectionAdapter => ({
    traits,
    createReader: () => readOkxFrame,
    useUrls: (exchange, urls) => {
      if (urls.ws !== undefined) exchange.urls.api['ws'] = urls.ws
      if (urls.rest !== undefined) exchange.urls.api['rest'] = urls.rest
    },
    subscribe: (exchange, listings) => {
      leaveRetiredPort(exchange)
      return exchange.watchTradesForSymbols(listings.map((listing) => listing.ccxtSymbol))
    },
    unsubscribe: (exchange, { ccxtSymbol, marketId }) =>
      takeBack(exchange, `trades:${ccxtSymbol}`, {
        op: 'unsubscribe',
        args: [{ channel: 'trades', instId: marketId }],
      }),
    listing: okxListing,
    restBase: 'https://www.okx.com',
    trades: okxTrades,
    lastTradeMs: okxLastTradeMs,
  })),
}

/** OKX closed port 8443 to WebSockets on 2026-10-31; ccxt 4.5.84 still uses it. The same host and path work on 443. */
function leaveRetiredPort(exchange: CcxtExchange): void {
  const { api } = exchange.urls
  if (typeof api['ws'] === 'string') api['ws'] = api['ws'].replace('wss://ws.okx.com:8443/', 'wss://ws.okx.com/')
}
