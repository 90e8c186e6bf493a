import { sortTrades } from '@flowprint/orderflow'
import { TradeRun } from '../../trade-run.ts'
import type { RestSection } from '../../rest-section.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../../types.ts'
import { rawList } from '../raw-message.ts'
import { readCoinbaseTrade } from './trade.ts'
import type { CoinbaseTrade } from './trade.ts'

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
