import { MAX_BIG_TRADES } from '@flowprint/contract'
import type { ScanRow } from '@flowprint/contract'
import {
  composeBars,
  HOUR_MS,
  LiveBigTrades,
  lowerBoundT,
  MINUTE_MS,
  regroupBars,
  sliceBars,
} from '@flowprint/orderflow'
import type { BigTrade, Trades } from '@flowprint/orderflow'
import type { ClosedMarket, ClosedMinutes, MinutesQuery, TapeStore } from '../../../market/index.ts'
import { CLOSE_AFTER_MS, emptyRow } from '../rules/scan-row.ts'
import type { BarWindow } from './bar-window.ts'
import { computeRows, loadBigTrades, rowOf, stepOf } from './compute-rows.ts'
import type { RowDeps, RowRange } from './compute-rows.ts'

/** Longest interval, whose bars need the big trades since their start. */
const BACK_MS = HOUR_MS

/** Rows of one interval. */
export interface IntervalRows {
  readonly intervalMs: number
  readonly rows: readonly ScanRow[]
}

/**
 * What is kept of a market between two closes, so that its next rows need only the minutes since then. It equals what
 * the history says as long as no revision touches it: then it must be made again.
 */
export class LiveMarket {
  readonly #windows: Map<number, BarWindow>
  readonly #bigTrades: LiveBigTrades
  /** Settled ones, complete from `#bigFrom` on. */
  #settled: BigTrade[]
  readonly #bigFrom: number
  #until: number

  private constructor(
    windows: Map<number, BarWindow>,
    bigTrades: LiveBigTrades,
    settled: BigTrade[],
    bigFrom: number,
    until: number,
  ) {
    this.#windows = windows
    this.#bigTrades = bigTrades
    this.#settled = settled
    this.#bigFrom = bigFrom
    this.#until = until
  }

  /** `windows`: by interval, ms. */
  static async create(
    store: TapeStore,
    { instrument, closedUntil }: ClosedMarket,
    windows: ReadonlyMap<number, BarWindow>,
  ): Promise<LiveMarket> {
    const query = { from: closedUntil - BACK_MS, to: closedUntil, own: 0, most: MAX_BIG_TRADES, resume: true }
    const { list, open, sizes, from } = await store.readBigTrades(instrument, query)
    const bigTrades = new LiveBigTrades({ from: closedUntil, open, sizes }, 0)
    return new LiveMarket(new Map(windows), bigTrades, [...list], from, closedUntil)
  }

  get windows(): ReadonlyMap<number, BarWindow> {
    return this.#windows
  }

  /** The data that the next rows need; null: they must be computed from the history. */
  wanted(market: ClosedMarket, ranges: readonly RowRange[]): MinutesQuery | null {
    const { instrument, closedUntil } = market
    const minutes = ranges.find(({ intervalMs }) => intervalMs === MINUTE_MS)
    if (minutes?.from !== this.#until || minutes.to !== closedUntil) return null
    for (const { intervalMs, from } of ranges) {
      const window = this.#windows.get(intervalMs)
      if (window !== undefined && (window.until !== from || window.step !== stepOf(market, intervalMs)))
        this.#windows.delete(intervalMs)
    }
    const starts = ranges.filter(({ intervalMs }) => this.#windows.has(intervalMs)).map(({ from }) => from)
    return {
      instrument,
      from: Math.min(this.#until, ...starts),
      to: closedUntil,
      tradesFrom: this.#until,
      cut: closedUntil + CLOSE_AFTER_MS,
    }
  }

  /** The rows of the ranges. `hasRoom`: whether another window may be kept. Null: they must be computed from the history, and this must be made again. */
  async add(
    deps: RowDeps,
    market: ClosedMarket,
    ranges: readonly RowRange[],
    { bars, trades }: ClosedMinutes,
    hasRoom: (intervalMs: number, bytes: number) => boolean,
  ): Promise<IntervalRows[] | null> {
    const { instrument, closedUntil } = market
    const from = this.#until
    const fresh = this.#addTrades(trades, closedUntil)
    if (fresh === null) return null
    deps.days.add(instrument, stepOf(market, MINUTE_MS), bars, { from, to: closedUntil })
    const found: IntervalRows[] = []
    for (const range of ranges) {
      const { intervalMs } = range
      const window = this.#windows.get(intervalMs)
      if (window === undefined) {
        const computed = await computeRows(deps, market, range)
        const made = computed.window
        if (made !== null && hasRoom(intervalMs, made.bytes)) this.#windows.set(intervalMs, made)
        found.push({ intervalMs, rows: computed.rows })
        continue
      }
      const minutes = sliceBars(bars, lowerBoundT(bars, range.from), lowerBoundT(bars, range.to))
      const grouped = regroupBars(minutes, window.step)
      const added = intervalMs === MINUTE_MS ? grouped : composeBars(grouped, intervalMs)
      const rows = new Map<number, ScanRow>()
      for (const bar of window.add(added, range.to)) {
        const t = bar.known.t[bar.known.length - 1]
        const end = t + intervalMs
        const bigTrades =
          (end === closedUntil ? this.#between(t, end, fresh) : null) ??
          (await loadBigTrades(deps.store, market, t, end))
        const day = await deps.days.load(instrument, stepOf(market, MINUTE_MS), end)
        rows.set(t, rowOf(market, { ...bar, bigTrades, day }))
      }
      found.push({ intervalMs, rows: withEmptyRows(market, range, rows) })
    }
    return found
  }

  /** Settles the trades before `until`; returns the big trades that may continue there, null when they are unknown. */
  #addTrades(trades: Trades, until: number): readonly BigTrade[] | null {
    this.#until = until
    this.#bigTrades.add(trades)
    const oldest = until - BACK_MS
    const settled = this.#bigTrades.settleUntil(until)
    if (this.#bigTrades.mustReload || !this.#bigTrades.isUsualKnown) return null
    this.#settled = [...this.#settled.filter(({ firstTs }) => firstTs >= oldest), ...settled]
    return this.#bigTrades.fresh().filter(({ firstTs }) => firstTs < until)
  }

  /** Big trades that begin in [from, to); null: not known. */
  #between(from: number, to: number, fresh: readonly BigTrade[]): readonly BigTrade[] | null {
    if (from < this.#bigFrom) return null
    const list = [...this.#settled, ...fresh].filter(({ firstTs }) => firstTs >= from && firstTs < to)
    return list.length > MAX_BIG_TRADES ? null : list
  }
}

function withEmptyRows(
  market: ClosedMarket,
  { intervalMs, from, to }: RowRange,
  rows: ReadonlyMap<number, ScanRow>,
): ScanRow[] {
  const { instrument } = market
  const step = stepOf(market, intervalMs)
  const list: ScanRow[] = []
  for (let t = from; t < to; t += intervalMs) {
    const head = { symbol: instrument.symbol, t, step, isDayComplete: false }
    list.push(rows.get(t) ?? emptyRow(head, instrument, 'no_trades'))
  }
  return list
}
