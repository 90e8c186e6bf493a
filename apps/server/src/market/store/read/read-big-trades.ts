import {
  HOUR_MS,
  BigTradeScan,
  emptyTrades,
  SIZES_BACK_MS,
  SWEEP_GAP_MS,
  SweepChain,
  sweepSize,
} from '@flowprint/orderflow'
import type { BigTrade, Lots, SizeSeed, Trades } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { historyView, inSnapshot } from './history-view.ts'
import type { HistoryView } from './history-view.ts'
import type { Instrument, BigTrades, BigTradesQuery } from '../types.ts'
import { listHours, MAX_SWEEP_MS, readDigests } from './read-digests.ts'
import type { TapeHour } from './read-digests.ts'
import type { HourBigTrades, StoreContext } from '../store-context.ts'
import { ceilTo, floorTo } from '../tiers.ts'

/** Max trades behind one answer; fewer when small sweeps must be kept as well. */
const MAX_TRADES = 4_000_000
const MAX_TRADES_KEPT = 600_000
/**
 * Hours read before the first requested sweep: to determine the usual size, plus one hour to find where a sweep begins.
 */
const HOURS_BEFORE = SIZES_BACK_MS / HOUR_MS + 1
/**
 * In an hour with trades of one side and no pause, no sweep start can be determined: go back further, at most this many
 * times.
 */
const MAX_TRIES = 24
/** Reading stored sweeps is this many times cheaper than reading the trades of their hour. */
const STORED_SAVES = 20

/** Approximate size of a big trade, including its text in an answer, and of the rest of an entry. */
const TRADE_BYTES = 700
const HOUR_BYTES = 300

export const bytesOfHour = ({ list }: HourBigTrades, key: string): number =>
  HOUR_BYTES + 2 * key.length + list.length * TRADE_BYTES

/** See `TapeStore.readBigTrades`. All reads share one snapshot. */
export function readBigTrades(
  context: StoreContext,
  instrument: Instrument,
  query: BigTradesQuery,
): Promise<BigTrades> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, query, context.minimum)
    const reader = new BigTradeReader(context, client, instrument, view, query)
    return reader.read()
  })
}

/** Big trades by hour, before the reader's own size and the limit of the answer. */
interface Scanned {
  /** Complete from this time on. */
  readonly from: number
  /** Finished ones in the range, and possibly slightly before and after it. */
  readonly list: readonly BigTrade[]
  readonly isJudged: boolean
  readonly unfinished: BigTrade | null
  readonly open: Trades
  readonly sizes: SizeSeed
}

class BigTradeReader {
  readonly #context: StoreContext
  readonly #client: PoolClient
  readonly #instrument: Instrument
  readonly #view: HistoryView
  readonly #query: BigTradesQuery
  /** Only trades before this time are read. */
  readonly #before: number
  /** Every trade before this time was read, or does not exist. */
  readonly #known: number
  readonly #to: number

  constructor(
    context: StoreContext,
    client: PoolClient,
    instrument: Instrument,
    view: HistoryView,
    query: BigTradesQuery,
  ) {
    this.#context = context
    this.#client = client
    this.#instrument = instrument
    this.#view = view
    this.#query = query
    const { lastTs } = view.head
    // Whole hours are stored and cached: the last hour is read to its end, plus the hour in which its sweeps may end.
    const end =
      query.resume === true ? (query.to ?? Infinity) : ceilTo((query.to ?? Infinity) + MAX_SWEEP_MS, HOUR_MS) + HOUR_MS
    const before = Math.min(end, view.before, (lastTs ?? -Infinity) + 1)
    this.#before = before
    this.#known = Math.min(end, view.before, view.watermark === null ? Infinity : Math.max(before, view.watermark))
    this.#to =
      query.to === undefined
        ? Math.min(view.before, Math.max(before, view.watermark ?? before))
        : Math.min(query.to, this.#known)
  }

  async read(): Promise<BigTrades> {
    const { from, own } = this.#query
    const { firstTs } = this.#view.head
    if (firstTs === null || this.#before <= firstTs) return nothing(from, Math.max(from, this.#to))
    const wanted = Math.max(from, firstTs)
    const listed = await listHours(
      this.#client,
      this.#instrument.id,
      hoursBack(wanted, HOURS_BEFORE + MAX_TRIES),
      floorTo(this.#before - 1, HOUR_MS),
    )
    const scanned = await this.#scan(listed, wanted, 0)
    if (own === 0 || scanned.isJudged) return this.#finish(scanned, wanted)
    return this.#finish(await this.#scan(listed, wanted, own), wanted)
  }

  /** `own` > 0 bypasses the cache, whose entries were decided by the usual size alone. */
  async #scan(listed: readonly TapeHour[], wanted: number, own: Lots): Promise<Scanned> {
    const found = (await this.#attempt(listed, wanted, own, false)) ?? (await this.#attempt(listed, wanted, own, true))
    if (found === null) throw new Error('Invariant: with every sweep kept nothing is lacking')
    return found
  }

  /** Null when too few sweeps were kept to decide. */
  async #attempt(listed: readonly TapeHour[], wanted: number, own: Lots, keepAll: boolean): Promise<Scanned | null> {
    const from = firstWithin(listed, wanted, keepAll)
    const { remembered, next } =
      own === 0 ? this.#recall(listed, from) : { remembered: [], next: floorTo(from, HOUR_MS) }
    const list = remembered.flatMap((hour) => hour.list)
    const isJudged = remembered.every((hour) => hour.isJudged)
    if (next === null) return { from, list, isJudged, unfinished: null, open: emptyTrades(), sizes: NO_SIZES }
    for (let tries = 0; ; tries++) {
      const start = hoursBack(next, HOURS_BEFORE + tries)
      const hours = listed.filter(({ t }) => t >= start)
      // No trades precede it, or an hour without trades does.
      const begins = start <= (this.#view.head.firstTs as number) || hours.length === 0 || hours[0].t > start
      const chain = new SweepChain(begins ? emptyTrades() : null)
      const found = new BigTradeScan(next, own)
      const digests = readDigests(this.#context, this.#client, {
        instrumentId: this.#instrument.id,
        hours,
        before: this.#before,
        keepAll: () => keepAll,
        budget: this.#query.budget,
      })
      const endless = new Set<number>()
      let isSure = begins
      let at = 0
      for await (const digest of digests) {
        if (digest.tail.length === 0 && digest.minutes.length === 0) endless.add(hours[at].t)
        at += 1
        found.add(chain.add(digest))
        isSure ||= chain.isSure
        // The first hour must contain a certain sweep start.
        if (!isSure) break
      }
      if (!isSure && tries < MAX_TRIES) continue
      if (found.isLacking && !keepAll) return null
      const { unfinished, open, sizes } = this.#end(found, chain)
      if (own === 0) this.#remember(listed, next, found, endless)
      const count = found.found.length - (unfinished === null ? 0 : 1)
      return {
        from,
        list: [...list, ...found.found.slice(0, count)],
        isJudged: isJudged && found.unjudged.size === 0,
        unfinished,
        open,
        sizes,
      }
    }
  }

  /**
   * The cached hours from `from` on, up to `next`, the first one that is not cached; null when all are cached and that
   * is sufficient.
   */
  #recall(listed: readonly TapeHour[], from: number): { remembered: HourBigTrades[]; next: number | null } {
    const remembered: HourBigTrades[] = []
    const first = floorTo(from, HOUR_MS)
    for (const hour of listed) {
      if (hour.t < first || hour.t >= this.#to) continue
      const key = this.#keyOf(listed, hour)
      const known = key === null ? undefined : this.#context.bigTrades.get(key)
      if (known === undefined) return { remembered, next: hour.t }
      remembered.push(known)
    }
    // When resuming with live trades, the last hours are always needed.
    return { remembered, next: this.#query.resume === true ? Math.max(first, floorTo(this.#to, HOUR_MS)) : null }
  }

  #remember(
    listed: readonly TapeHour[],
    from: number,
    { found, unjudged }: BigTradeScan,
    endless: ReadonlySet<number>,
  ): void {
    let start = 0
    for (const hour of listed) {
      if (hour.t < from) continue
      while (start < found.length && found[start].firstTs < hour.t) start += 1
      let end = start
      while (end < found.length && found[end].firstTs < hour.t + HOUR_MS) end += 1
      const key = this.#keyOf(listed, hour)
      // Without a certain sweep start, the hours before it influence the result as well.
      if (key === null || endless.has(hour.t - HOURS_BEFORE * HOUR_MS)) continue
      this.#context.bigTrades.set(key, { list: found.slice(start, end), isJudged: !unjudged.has(hour.t) })
    }
  }

  /**
   * Names every row the big trades of an hour depend on; null while some of its sweeps may continue beyond what is
   * read.
   */
  #keyOf(listed: readonly TapeHour[], hour: TapeHour): string | null {
    if (hour.t + HOUR_MS + MAX_SWEEP_MS > this.#before) return null
    const from = hour.t - HOURS_BEFORE * HOUR_MS
    const rows = listed.filter(({ t }) => t >= from && t <= hour.t).map(({ key }) => key)
    const after = listed.find(({ t }) => t === hour.t + HOUR_MS)
    return `${rows.join(' ')} ${after?.earlyKey ?? ''}`
  }

  /** Ends the sweep that cannot continue, and returns the state needed to resume from here. */
  #end(scan: BigTradeScan, chain: SweepChain): Pick<Scanned, 'unfinished' | 'open' | 'sizes'> {
    const { open } = chain
    const seedAt = open.length > 0 ? open.ts[0] : this.#to
    // Later trades can no longer belong to it.
    if (open.length > 0 && this.#known - open.ts[open.length - 1] > SWEEP_GAP_MS) scan.add(chain.end())
    const count = scan.found.length
    scan.addOpen(chain.unfinished())
    const unfinished = scan.found.length > count ? scan.found[count] : null
    return {
      unfinished,
      open: chain.open,
      sizes: this.#query.resume === true ? scan.sizes.seed(seedAt, this.#to) : NO_SIZES,
    }
  }

  #finish({ from, list, unfinished, open, sizes }: Scanned, wanted: number): BigTrades {
    const { own, most } = this.#query
    const to = this.#to
    const start = from === wanted ? this.#query.from : from
    const isWithin = (trade: BigTrade): boolean =>
      trade.firstTs >= start && trade.firstTs < to && sweepSize(trade) >= own
    const finished = list.filter(isWithin)
    const extra = finished.length - most
    // Keep all or none of one millisecond, so that the next page can end there.
    const cutAt = extra > 0 ? finished[extra - 1].firstTs + 1 : start
    return {
      from: cutAt,
      to,
      list: extra > 0 ? finished.filter(({ firstTs }) => firstTs >= cutAt) : finished,
      unfinished: unfinished !== null && isWithin(unfinished) ? unfinished : null,
      open,
      sizes,
    }
  }
}

const NO_SIZES: SizeSeed = { minutes: [], sizes: [], floor: 0 }

const nothing = (from: number, to: number): BigTrades => ({
  from,
  to,
  list: [],
  unfinished: null,
  open: emptyTrades(),
  sizes: NO_SIZES,
})

const hoursBack = (ts: number, hours: number): number => floorTo(ts, HOUR_MS) - hours * HOUR_MS

/**
 * The requested start, or the earliest whole hour that keeps the trades within the limit; at least one hour is
 * answered.
 */
function firstWithin(hours: readonly TapeHour[], wanted: number, keepAll: boolean): number {
  const most = keepAll ? MAX_TRADES_KEPT : MAX_TRADES
  let trades = 0
  for (let i = hours.length - 1; i >= 0 && hours[i].t >= hoursBack(wanted, HOURS_BEFORE); i--) {
    trades += hours[i].hasSweeps && !keepAll ? Math.ceil(hours[i].trades / STORED_SAVES) : hours[i].trades
    if (trades <= most) continue
    const earliest = hours[i].t + (HOURS_BEFORE + 1) * HOUR_MS
    return Math.max(wanted, Math.min(earliest, hours[hours.length - 1].t))
  }
  return wanted
}
