import { sortTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { TradeRun } from '../../trade-run.ts'
import { RestRefusal } from '../../rest-section.ts'
import type { RestQuery, RestSection } from '../../rest-section.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../../types.ts'

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
