import { setTimeout as wait } from 'node:timers/promises'
import { sortTrades } from '@flowprint/orderflow'
import { TradeRun } from '../../trade-run.ts'
import { RestRefusal } from '../../rest-section.ts'
import type { RestQuery, RestSection } from '../../rest-section.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../../types.ts'
import { rawList, rawObject } from '../raw-message.ts'
import { restPair } from './listing.ts'
import { flooredMs, rawNumbers } from './raw-numbers.ts'

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
    const answer = readAnswer(await rest.text({ path: '/0/public/Trades', query }))
    if (typeof answer !== 'string') return answer
    const pause = PASSING_WAITS_MS[attempt]
    if (!PASSING.test(answer) || pause === undefined) throw new RestRefusal(200, `Kraken: ${answer}`)
    await wait(pause, undefined, { signal: rest.signal })
  }
}

/** The result, or the error text; a truncated response is retried like a rate limit. */
function readAnswer(text: string): Record<string, unknown> | string {
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
