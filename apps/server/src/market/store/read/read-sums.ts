import {
  MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  addLots,
  cvdSessionStart,
  decodeMany,
  emptyBars,
  lowerBoundT,
  sliceBars,
  storedSteps,
  sumQuoteDelta,
  sumsOfTrades,
  toLots,
  vwapStart,
} from '@flowprint/orderflow'
import type { Bars, CvdReset, Lots, VwapAnchor, VwapSums } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { HistoryView } from './history-view.ts'
import type { Instrument } from '../types.ts'
import { listBlocks, loadPayloads } from './read-blocks.ts'
import { readRawTrades } from './read-tail.ts'
import { joinDelta } from '../rows/block-rows.ts'
import type { StoreContext } from '../store-context.ts'
import { joinSums, NOTHING, sumsOf } from './sums.ts'
import type { Sums } from './sums.ts'
import { TIERS, type Tier, ceilTo, floorTo } from '../tiers.ts'

/** Max rows read at once; ten years of days have far fewer. */
const MAX_BLOCKS = 10_000

/** Sums over the time before the first bar of an answer. */
export interface OpenSums {
  readonly cvdOpen: Lots
  /** In the quote unit, ticks x lots. */
  readonly cvdQuoteOpen: Lots
  readonly vwapOpen: VwapSums | null
}

/** Reads the CVD and VWAP sums before the bar that starts at `first`, each since its own anchor. */
export async function readOpenSums(
  context: StoreContext,
  client: PoolClient,
  instrument: Instrument,
  view: HistoryView,
  query: { cycleMs: number; first: number; cvdReset: CvdReset | undefined; vwapAnchor: VwapAnchor | undefined },
): Promise<OpenSums> {
  const { first, cycleMs } = query
  const reader = new SumReader(context, client, instrument, view)
  const cvdFrom = cvdSessionStart(first, query.cvdReset ?? 'day', cycleMs)
  const vwapFrom = vwapStart(first, query.vwapAnchor ?? 'day', cycleMs) ?? first
  const cvd = await reader.read(cvdFrom, first)
  const { vwap } = vwapFrom === cvdFrom ? cvd : await reader.read(vwapFrom, first)
  return { cvdOpen: cvd.delta, cvdQuoteOpen: cvd.quoteDelta, vwapOpen: vwap }
}

/**
 * Sums over any time range: whole hours are summed in the database without unpacking, the rest of an hour comes from
 * its (mostly cached) row, and partial or open minutes from the trades.
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
    const from = Math.max(fromTs, floorTo(this.#view.head.firstTs ?? toTs, HOUR_MS))
    if (toTs <= from) return NOTHING
    // Minutes as bars, hours as sums; the edges meet when the range is shorter than they are.
    const bars = Math.min(ceilTo(from, MINUTE_MS), toTs)
    const barsEnd = Math.max(bars, Math.min(floorTo(toTs, MINUTE_MS), this.#view.closedUntil))
    const hours = Math.min(ceilTo(bars, HOUR_MS), barsEnd)
    const hoursEnd = Math.max(hours, floorTo(barsEnd, HOUR_MS))
    const parts = [
      await this.#trades(from, bars),
      await this.#minutes(bars, hours),
      await this.#hours(hours, hoursEnd),
      await this.#minutes(hoursEnd, barsEnd),
      await this.#trades(barsEnd, toTs),
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
    const vwap =
      known < count ? null : { q: BigInt(q ?? 0), pq: BigInt(pq ?? 0), ppq: squares < count ? null : BigInt(ppq ?? 0) }
    return { delta: joinDelta(delta, wide), quoteDelta: await this.#quoteDelta(from, to), vwap }
  }

  /** Delta of whole hours in the quote unit: whole days from daily bars, the other hours from hourly bars. */
  async #quoteDelta(from: number, to: number): Promise<Lots> {
    const days = Math.min(ceilTo(from, DAY_MS), to)
    const daysEnd = Math.max(days, floorTo(to, DAY_MS))
    const [, hourTier, dayTier] = TIERS
    let sum: Lots = 0
    for (const [tier, start, end] of [
      [hourTier, from, days],
      [dayTier, days, daysEnd],
      [hourTier, daysEnd, to],
    ] as const) {
      sum = addLots(sum, sumQuoteDelta(await this.#bars(tier, start, end)))
    }
    return sum
  }

  async #minutes(from: number, to: number): Promise<Sums> {
    return to <= from ? NOTHING : sumsOf(await this.#bars(TIERS[0], from, to))
  }

  /** Stored bars of a tier in [from, to), at the largest stored step. */
  async #bars(tier: Tier, from: number, to: number): Promise<Bars> {
    const none = emptyBars(tier.barMs, this.#step)
    if (to <= from) return none
    const found = await listBlocks(this.#client, this.#instrument.id, {
      tier,
      step: this.#step,
      fromTs: from,
      toTs: to,
      limit: MAX_BLOCKS,
    })
    if (found.length === 0) return none
    const read = decodeMany(
      await loadPayloads(this.#client, this.#context.blocks, this.#instrument.id, found.toReversed()),
    )
    return sliceBars(read, lowerBoundT(read, from), lowerBoundT(read, to))
  }

  async #trades(from: number, to: number): Promise<Sums> {
    if (to <= from) return NOTHING
    const trades = await readRawTrades(this.#client, this.#instrument, this.#view, from, to)
    let delta: Lots = 0
    let quoteDelta = 0n
    for (let i = 0; i < trades.length; i++) {
      const lots = trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i]
      delta = addLots(delta, lots)
      quoteDelta += BigInt(trades.price[i]) * BigInt(lots)
    }
    return { delta, quoteDelta: toLots(quoteDelta), vwap: sumsOfTrades(trades) }
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
