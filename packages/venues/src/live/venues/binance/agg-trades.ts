import { HOUR_MS } from '@flowprint/orderflow'
import { TradeRun } from '../../trade-run.ts'
import type { RestSection } from '../../rest-section.ts'
import type { MarketListing, TradesPage, TradesRequest } from '../../types.ts'

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

export interface AggTradesApi {
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
