import { RestRefusal } from '../adapter.ts'
import type { FrameReader, FrameSink, RestQuery, RestSection, VenueAdapter, VenueTraits } from '../adapter.ts'
import { forgetSubscriptions } from '../ccxt.ts'
import type { CcxtMarket } from '../ccxt.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../types.ts'
import { brokenTrades, isoMs, rawList, rawMessage, rawObject } from './raw-message.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { sortTrades } from '@flowprint/orderflow'
import { TradeRun } from '../trade-run.ts'

/** Evidence: docs/exchanges/kraken.md. */
const KRAKEN_TRAITS: readonly VenueTraits[] = [
  {
    venue: 'KRAKEN',
    section: 'spot',
    ccxtId: 'kraken',
    ccxtOptions: {},
    holds: () => true,
    ids: 'contiguous',
    numericIds: true,
    makerSide: false,
    repair: 'time',
    archive: null,
    live: {
      marketsPerConnection: 100,
      marketsPerRequest: 50,
      attempts: { count: 80, windowMs: 600_000 },
      confirms: true,
      connectionLifeMs: null,
      heartbeatMs: 3_000,
      silentAfterMs: 12_000,
      quietAfterMs: 60_000,
    },
    rest: { weight: 7, windowMs: 10_000, pageRows: 1000, reachMs: null },
  },
]

/** Names that WebSocket v2 changed; REST and `wsname` still use XBT and XDG. */
const V2_NAMES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const REST_NAMES: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

/**
 * Converts a Kraken pair: KRAKEN:BTCUSD, named BTC/USD in WebSocket v2.
 *
 * Tick    tick_size; older answers without it: pair_decimals.
 * Lot     lot_decimals, 8 almost everywhere: quantities become large integers.
 * Left out  pairs that are not trading, and those without a WebSocket name (dark pools).
 */
export function krakenListing(market: CcxtMarket): MarketListing | null {
  const { info } = market
  const wsname = info['wsname']
  if (typeof wsname !== 'string' || (info['status'] !== undefined && info['status'] !== 'online')) return null
  const [base, quote] = wsname.split('/').map((name) => V2_NAMES[name] ?? name)
  if (base === undefined || quote === undefined) return null
  const tick = typeof info['tick_size'] === 'string' ? info['tick_size'] : decimalsText(info['pair_decimals'])
  const lot = decimalsText(info['lot_decimals'])
  if (tick === null || lot === null) return null
  return {
    symbol: `KRAKEN:${base}${quote}`,
    venue: 'KRAKEN',
    kind: 'spot',
    label: `${base}/${quote}`,
    marketId: `${base}/${quote}`,
    ccxtSymbol: market.symbol,
    tickSize: tick,
    lotSize: lot,
    qtyUnit: 'base',
    contractSize: null,
    ids: 'contiguous',
  }
}

/** The REST name of a pair: BTC/USD is XBTUSD. */
export function restPair(marketId: string): string {
  return marketId
    .split('/')
    .map((name) => REST_NAMES[name] ?? name)
    .join('')
}

/** 10^-decimals as text: 8 is 0.00000001; null if it is not a number of decimals. */
function decimalsText(decimals: unknown): string | null {
  const count = Number(decimals)
  if (!Number.isInteger(count) || count < 0 || count > 30) return null
  return count === 0 ? '1' : `0.${'0'.repeat(count - 1)}1`
}

/** Third argument of a reviver: the source text of a number. TypeScript's own types lag behind Node. */
interface ReviverContext {
  readonly source?: string
}

type Reviver = (key: string, value: unknown, context: ReviverContext) => unknown

/** Parses JSON with every number as its source text: a double would change values like 1762795433.9717445. */
export function rawNumbers(text: string): unknown {
  const reviver: Reviver = (_key, value, context) =>
    typeof value === 'number' ? (context.source ?? String(value)) : value
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

/**
 * Converts decimal seconds as text to whole ms, floored digit by digit: "1762795433.9717445" is 1762795433971.
 *
 * Output  null if the text is not a plain number of seconds.
 */
export function flooredMs(seconds: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(seconds)
  if (match === null) return null
  return Number(match[1]) * 1000 + Number((match[2] ?? '').slice(0, 3).padEnd(3, '0'))
}

/**
 * Trades of Kraken's WebSocket v2, channel `trade`.
 *
 * Clock   `timestamp`, ISO with microseconds, of the matching engine; floored to ms.
 * Side    `side` is the taker's.
 * Ids     `trade_id`, +1 per book. A message may hold several taker orders; each entry is one trade.
 * Numbers price, qty and trade_id are JSON numbers: they are quoted before parsing to preserve their text.
 * Order   the snapshot (the last 50 trades at the subscription) and updates are sorted by id.
 * Source  docs/exchanges/kraken.md
 */
export const readKrakenFrame: FrameReader = (text, sink) => {
  const message = rawMessage(text.includes('"trade_id"') ? quoteNumbers(text) : text)
  if (message === null) return brokenTrades(text, '"trade_id"', sink)
  if (message['channel'] === 'trade') return readTrades(message, sink)
  sink.alive(null)
  if (message['method'] === 'subscribe') return readSubscription(message, sink)
  // ccxt does not need the heartbeat, the one message that arrives every second.
  return message['channel'] === 'heartbeat'
}

interface Trade {
  readonly symbol: string
  readonly id: number
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
}

function readTrades(message: Record<string, unknown>, sink: FrameSink): true {
  const trades: Trade[] = []
  for (const entry of rawList(message['data']) ?? [null]) {
    const trade = readTrade(entry)
    if (typeof trade === 'string') {
      sink.fault(`invalid Kraken trade: ${trade}`)
      return true
    }
    trades.push(trade)
  }
  if (trades.length > 1) trades.sort((a, b) => a.id - b.id)
  for (const { symbol, ts, price, qty, buy, id } of trades) sink.trade(symbol, ts, price, qty, buy, 1, id)
  // The trades of a snapshot may be old: their times are not used as a clock.
  sink.alive(message['type'] === 'update' ? (trades.at(-1)?.ts ?? null) : null)
  return true
}

/**
 * Quotes the numbers of a trade. Only keys match: inside a JSON string their quotes would be escaped.
 */
function quoteNumbers(text: string): string {
  return text.replace(/"(price|qty|trade_id)"\s*:\s*(-?\d[\d.eE+-]*)/g, '"$1":"$2"')
}

function readTrade(value: unknown): Trade | string {
  const trade = rawObject(value)
  if (trade === null) return 'a trade that is no object'
  const { symbol, side, price, qty } = trade
  const id = Number(trade['trade_id'])
  if (!Number.isSafeInteger(id) || id <= 0) return `trade_id ${String(trade['trade_id'])}`
  const ts = isoMs(trade['timestamp'])
  if (!(ts > 0)) return `timestamp ${String(trade['timestamp'])} of trade ${id}`
  if (typeof symbol !== 'string') return `symbol of trade ${id}`
  if (typeof price !== 'string' || typeof qty !== 'string') return `price or qty of trade ${id}`
  if (side !== 'buy' && side !== 'sell') return `side ${String(side)} of trade ${id}`
  return { symbol, id, ts, price, qty, buy: side === 'buy' }
}

/** The response to a subscription: one per symbol, for one or many symbols in the request. */
function readSubscription(message: Record<string, unknown>, sink: FrameSink): boolean {
  const result = rawObject(message['result'])
  const symbol = result?.['symbol'] ?? message['symbol']
  const marketId = typeof symbol === 'string' ? symbol : null
  if (message['success'] === true) {
    if (result?.['channel'] === 'trade') sink.acknowledged(marketId)
    return false
  }
  const what = String(message['error'])
  if (/already subscribed/i.test(what)) sink.acknowledged(marketId)
  else sink.refused(marketId, what)
  return true
}

const PAGE_ROWS = 1000

/** Transient refusals: the response has status 200 and lists them as errors. */
const PASSING = /rate limit|too many requests|throttled|unavailable|busy|timeout|internal error/i
const PASSING_WAITS_MS = [1_000, 2_000, 4_000, 8_000]

interface Row {
  readonly id: number
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
}

/**
 * Past trades of a pair, by time: `since` is a cursor in ns, responses are oldest first.
 *
 * Trades of one nanosecond may span two pages, so the next page starts again at the last millisecond of the previous
 * one, and trade_id identifies new trades. A gap of ids is therefore the venue's, not caused by paging.
 *
 * Input     request.fromTs, or fromTs with fromId and beforeId for a repair: continues until beforeId, toTs or the end.
 * complete  the ids are contiguous, from fromId and up to beforeId if those were requested.
 */
export async function* krakenTrades(
  rest: RestSection,
  listing: MarketListing,
  request: TradesRequest,
): AsyncGenerator<TradesPage> {
  const { fromTs, toTs = Infinity } = request
  if (fromTs === undefined)
    throw new RangeError(`Condition failed: trades of ${listing.symbol} are requested by fromTs`)
  const fromId = request.fromId === undefined ? 0 : Number(request.fromId)
  const beforeId = request.beforeId === undefined ? Infinity : Number(request.beforeId)
  let since = before(fromTs)
  let lastId = fromId > 0 ? fromId - 1 : null
  let complete = true
  for (let more = true; more;) {
    const { rows, last } = await page(rest, listing, { since: String(since), count: PAGE_ROWS })
    const fresh = rows.filter((row) => row.id > (lastId ?? 0))
    const taken = fresh.filter((row) => row.ts >= fromTs && row.ts < toTs && row.id < beforeId)
    for (const row of taken) {
      if (lastId !== null && row.id !== lastId + 1) complete = false
      lastId = row.id
    }
    const newest = rows.at(-1)
    // More than a page of trades within one millisecond: only the venue's own cursor can advance past them.
    const next = newest !== undefined && before(newest.ts) > since ? before(newest.ts) : last
    const isFull = rows.length >= PAGE_ROWS && newest !== undefined && newest.id < beforeId - 1 && newest.ts < toTs
    more = isFull && next > since
    since = next
    if (isFull && !more) complete = false
    if (!more && request.beforeId !== undefined && lastId !== beforeId - 1) complete = false
    yield { trades: columns(listing, taken), complete: complete && !more }
  }
}

/** The cursor, in ns, after which all of this millisecond follows. */
function before(ms: number): bigint {
  return BigInt(Math.max(ms, 1)) * 1_000_000n - 1n
}

/** Time of the newest trade. */
export async function krakenLastTradeMs(rest: RestSection, listing: MarketListing): Promise<number | null> {
  return (await page(rest, listing, { count: 1 })).rows.at(-1)?.ts ?? null
}

/** Rows of one response sorted by id, and the venue's next cursor. */
async function page(
  rest: RestSection,
  listing: MarketListing,
  query: RestQuery,
): Promise<{ rows: Row[]; last: bigint }> {
  const result = await ask(rest, { pair: restPair(listing.marketId), ...query })
  const list = Object.values(result)
    .map(rawList)
    .find((value) => value !== null)
  const rows = (list ?? []).map((row) => readRow(rawList(row) ?? [], listing.symbol))
  return { rows: rows.sort((a, b) => a.id - b.id), last: cursorOf(result['last']) }
}

function cursorOf(last: unknown): bigint {
  return typeof last === 'string' && /^\d+$/.test(last) ? BigInt(last) : 0n
}

async function ask(rest: RestSection, query: RestQuery): Promise<Record<string, unknown>> {
  for (let attempt = 0; ; attempt++) {
    const answer = readResult(await rest.text({ path: '/0/public/Trades', query }))
    if (typeof answer !== 'string') return answer
    const pause = PASSING_WAITS_MS[attempt]
    if (!PASSING.test(answer) || pause === undefined) throw new RestRefusal(200, `Kraken: ${answer}`)
    await wait(pause, undefined, { signal: rest.signal })
  }
}

/** The result, or the error text; a truncated response is retried like a rate limit. */
function readResult(text: string): Record<string, unknown> | string {
  try {
    const answer = rawObject(rawNumbers(text))
    const errors = (rawList(answer?.['error']) ?? []).join(', ')
    return errors === '' ? (rawObject(answer?.['result']) ?? 'no result') : errors
  } catch {
    return 'internal error: the response is not valid JSON'
  }
}

/** `[price, volume, time, b|s, m|l, misc, trade_id]`; time is a number of seconds with up to 9 decimals. */
function readRow(row: readonly unknown[], symbol: string): Row {
  const [price, qty, time, side] = row
  const id = Number(row[6])
  const ts = flooredMs(String(time))
  const faulty = typeof price !== 'string' || typeof qty !== 'string' || (side !== 'b' && side !== 's')
  if (faulty || ts === null || !Number.isSafeInteger(id) || id <= 0) {
    throw new Error(`${symbol}: invalid Kraken trade: ${JSON.stringify(row)}`)
  }
  return { id, ts, price, qty, buy: side === 'b' }
}

function columns(listing: MarketListing, rows: readonly Row[]): TradesPage['trades'] {
  const run = new TradeRun(listing, true)
  for (const row of rows) run.add(row.ts, row.price, row.qty, row.buy, 1, row.id)
  return sortTrades(run.take())
}

export const KRAKEN_ADAPTER: VenueAdapter = {
  venue: 'KRAKEN',
  sections: [
    {
      traits: KRAKEN_TRAITS[0],
      restBase: 'https://api.kraken.com',
      createReader: () => readKrakenFrame,
      useUrls(exchange, urls) {
        const { api } = exchange.urls
        if (urls.ws !== undefined) (api['ws'] as Record<string, string>)['publicV2'] = urls.ws
        if (urls.rest !== undefined) api['public'] = urls.rest
      },
      subscribe(exchange, listings) {
        const symbols = listings.map((listing) => listing.ccxtSymbol)
        forgetSubscriptions(
          exchange,
          symbols.map((symbol) => `trade@${symbol}`),
        )
        // Kraken's own names, which differ in ccxt (LUNA is LUNC there); the snapshot overlaps earlier trades.
        const params = { symbol: listings.map((listing) => listing.marketId), snapshot: true }
        return exchange.watchTradesForSymbols(symbols, undefined, undefined, params)
      },
      async unsubscribe(exchange, listing) {
        // ccxt does not support unsubscribing for this venue.
        const client = exchange.clients[(exchange.urls.api['ws'] as Record<string, string>)['publicV2']]
        await client?.send({ method: 'unsubscribe', params: { channel: 'trade', symbol: [listing.marketId] } })
      },
      listing: krakenListing,
      trades: krakenTrades,
      lastTradeMs: krakenLastTradeMs,
    },
  ],
}
