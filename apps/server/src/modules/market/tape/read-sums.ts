import {
  addLots, cvdSessionStart, decodeMany, lowerBoundT, sliceBars, storedSteps, sumDelta, sumsOfBars, sumsOfTrades, vwapStart,
} from '@flowprint/orderflow'
import type { CvdReset, Lots, VwapAnchor, VwapSums } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { HistoryView } from './history-view.ts'
import type { Instrument } from './instrument.ts'
import { listBlocks, loadPayloads } from './read-blocks.ts'
import { readPrints } from './read-tail.ts'
import { joinDelta } from './row-sums.ts'
import type { StoreContext } from './store-context.ts'
import { joinSums, NOTHING } from './sums.ts'
import type { Sums } from './sums.ts'
import { ceilTo, floorTo, HOUR, MINUTE, TIERS } from './tiers.ts'

/** What an answer says of the time before its first bar. */
export interface OpenSums {
  readonly cvdOpen: Lots
  readonly vwapOpen: VwapSums | null
}

/** CVD and the sums of the VWAP before the bar that starts at `first`, each since its own start. */
export async function readOpenSums(
  context: StoreContext, client: PoolClient, instrument: Instrument, view: HistoryView,
  query: { cycleMs: number; first: number; cvdReset: CvdReset | undefined; vwapAnchor: VwapAnchor | undefined },
): Promise<OpenSums> {
  const { first, cycleMs } = query
  const reader = new SumReader(context, client, instrument, view)
  const cvdFrom = cvdSessionStart(first, query.cvdReset ?? 'day', cycleMs)
  const vwapFrom = vwapStart(first, query.vwapAnchor ?? 'day', cycleMs) ?? first
  const cvd = await reader.read(cvdFrom, first)
  const { vwap } = vwapFrom === cvdFrom ? cvd : await reader.read(vwapFrom, first)
  return { cvdOpen: cvd.delta, vwapOpen: vwap }
}

/**
 * Sums over any stretch: whole hours in the database without unpacking them, the rest of an hour from its row, mostly
 * cached, and what is no whole minute, or not closed, from the prints.
 */
export class SumReader {
  readonly #context: StoreContext
  readonly #client: PoolClient
  readonly #instrument: Instrument
  readonly #view: HistoryView
  readonly #step: number

  constructor(context: StoreContext, client: PoolClient, instrument: Instrument, view: HistoryView) {
    this.#context = context
    this.#client = client
    this.#instrument = instrument
    this.#view = view
    this.#step = storedSteps(instrument.tickSize).at(-1) as number
  }

  async read(fromTs: number, toTs: number): Promise<Sums> {
    const from = Math.max(fromTs, floorTo(this.#view.head.firstTs ?? toTs, HOUR))
    if (toTs <= from) return NOTHING
    // Minutes as bars, hours as sums; the edges meet where the stretch is shorter than they are.
    const bars = Math.min(ceilTo(from, MINUTE), toTs)
    const barsEnd = Math.max(bars, Math.min(floorTo(toTs, MINUTE), this.#view.closedUntil))
    const hours = Math.min(ceilTo(bars, HOUR), barsEnd)
    const hoursEnd = Math.max(hours, floorTo(barsEnd, HOUR))
    const parts = [
      await this.#prints(from, bars), await this.#minutes(bars, hours), await this.#hours(hours, hoursEnd),
      await this.#minutes(hoursEnd, barsEnd), await this.#prints(barsEnd, toTs),
    ]
    return parts.reduce(joinSums, NOTHING)
  }

  async #hours(from: number, to: number): Promise<Sums> {
    if (to <= from) return NOTHING
    const { rows } = await this.#client.query<SumRow>({
      name: 'sum_rows',
      text:
        'select sum(delta)::text as delta, sum(delta_wide)::text as wide, sum(sum_q)::text as q, sum(sum_pq)::text as pq, ' +
        'sum(sum_ppq)::text as ppq, count(*)::int as rows, count(sum_q)::int as known, count(sum_ppq)::int as squares ' +
        "from footprint_block where instrument_id = $1 and tier = '1m' and step = $2 and block_ts >= $3 and block_ts < $4",
      values: [this.#instrument.id, this.#step, from, to],
    })
    const { delta, wide, q, pq, ppq, rows: count, known, squares } = rows[0]
    const vwap = known < count ? null : { q: BigInt(q ?? 0), pq: BigInt(pq ?? 0), ppq: squares < count ? null : BigInt(ppq ?? 0) }
    return { delta: joinDelta(delta, wide), vwap }
  }

  async #minutes(from: number, to: number): Promise<Sums> {
    if (to <= from) return NOTHING
    const found = await listBlocks(this.#client, this.#instrument.id, { tier: TIERS[0], step: this.#step, fromTs: from, toTs: to, limit: 1_000 })
    if (found.length === 0) return NOTHING
    const read = decodeMany(await loadPayloads(this.#client, this.#context.cache, this.#instrument.id, found.toReversed()))
    const bars = sliceBars(read, lowerBoundT(read, from), lowerBoundT(read, to))
    return { delta: sumDelta(bars), vwap: sumsOfBars(bars) }
  }

  async #prints(from: number, to: number): Promise<Sums> {
    if (to <= from) return NOTHING
    const prints = await readPrints(this.#client, this.#instrument, this.#view, from, to)
    let delta: Lots = 0
    for (let i = 0; i < prints.length; i++) delta = addLots(delta, prints.buy[i] === 1 ? prints.qty[i] : -prints.qty[i])
    return { delta, vwap: sumsOfTrades(prints) }
  }
}

interface SumRow {
  delta: string | null
  wide: string | null
  q: string | null
  pq: string | null
  ppq: string | null
  rows: number
  known: number
  squares: number
}
