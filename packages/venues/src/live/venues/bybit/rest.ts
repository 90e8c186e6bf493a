import { MINUTE_MS, sortTrades } from '@flowprint/orderflow'
import { TradeRun } from '../../trade-run.ts'
import { RestRefusal } from '../../rest-section.ts'
import type { RestQuery, RestSection } from '../../rest-section.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../../types.ts'

export type BybitCategory = 'spot' | 'linear' | 'inverse'

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
