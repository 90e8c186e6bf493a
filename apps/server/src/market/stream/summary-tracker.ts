import type { Summary } from '@flowprint/contract'
import { HOUR_MS, MINUTE_MS, addLots, barDelta, barStart, decodeFrame, sumDelta, sumVolume } from '@flowprint/orderflow'
import type { Bars, Lots, Trades } from '@flowprint/orderflow'
import { decimalWriter } from '../text.ts'
import type { History, TapeStore } from '../store/index.ts'
import type { LogItem } from './log-item.ts'
import type { MarketView } from './market-view.ts'
import { percentOf } from './stat-tracker.ts'
import type { StatTracker } from './stat-tracker.ts'

const HOURS = 24
/** The window rolls and repairs change the past, so both are reloaded at this interval. */
const RELOAD_MS = 60_000
/** Rows are ignored: one tall enough to hold every price makes the read cheap. */
const COARSE_STEP = 1_000_000

interface Totals {
  lastSeq: number
  lastPrice: number | null
  firstPrice: number | null
  lots: Lots
  delta: Lots
  readonly hour: HourDelta
  /** ms: end of the last hour when the market has no clock. */
  readonly end: number
}

/** Watchlist numbers of one market over the last 24 hours, including the current one, updated from the stream. */
export class SummaryTracker {
  readonly view: MarketView
  readonly #store: TapeStore
  readonly #stats: StatTracker
  readonly #stop: readonly (() => void)[]
  #totals: Totals | null = null
  /** Frames that arrived while the history was loading. */
  #early: LogItem[] = []
  #loadedAt = -Infinity
  #loading = false
  #first: Promise<void> | null = null

  constructor(view: MarketView, store: TapeStore, stats: StatTracker) {
    this.view = view
    this.#store = store
    this.#stats = stats
    this.#stop = [
      view.relay.listen((item) => this.#handle(item)),
      // The totals may have been in other units.
      view.onReset(() => {
        this.#totals = null
        this.#loadedAt = -Infinity
      }),
    ]
  }

  close(): void {
    for (const stop of this.#stop) stop()
    this.#stats.close()
  }

  /** Resolves once the history was loaded for the first time, or failed to load. */
  begin(now: number): Promise<void> {
    return (this.#first ??= this.refresh(now))
  }

  /** Reloads the history when due; until the first load the numbers are null. Never rejects. */
  async refresh(now: number): Promise<void> {
    await Promise.all([
      this.#refreshHistory(now),
      // The database is unavailable: retry in the next second.
      this.#stats.refresh(now).catch(() => {}),
    ])
  }

  async #refreshHistory(now: number): Promise<void> {
    if (this.#loading || now - this.#loadedAt < RELOAD_MS) return
    this.#loading = true
    // Set before loading: a revision that arrives during the load resets it to request another one.
    this.#loadedAt = now
    try {
      await this.#load(now)
    } catch {
      // The database is unavailable: retry in the next second.
      this.#loadedAt = -Infinity
    } finally {
      this.#loading = false
    }
  }

  present(now: number): Summary {
    const { instrument } = this.view
    const price = decimalWriter(instrument.tickSize)
    const qty = decimalWriter(instrument.lotSize)
    const totals = this.#totals
    const { lastPrice = null, firstPrice = null } = totals ?? {}
    const known = totals !== null && lastPrice !== null && firstPrice !== null
    return {
      symbol: instrument.symbol,
      last: lastPrice === null ? null : price(lastPrice),
      change: known ? price(lastPrice - firstPrice) : null,
      change_percent: known ? percentOf(String(lastPrice), String(firstPrice)) : null,
      volume: totals === null ? null : qty(totals.lots),
      delta: totals === null ? null : qty(totals.delta),
      delta_hour: totals === null ? null : qty(totals.hour.sum(this.view.watermark() ?? totals.end)),
      state: this.view.status()?.state ?? null,
      ...this.#stats.present(now),
    }
  }

  async #load(now: number): Promise<void> {
    this.#early = []
    const cut = this.view.cut()
    const end = this.view.watermark() ?? (await this.#store.coverage(this.view.instrument, cut)).to ?? now
    const read = (cycleMs: number, from: number): Promise<History> =>
      this.#store.readHistory(this.view.instrument, {
        cycleMs,
        step: COARSE_STEP,
        from,
        ...(cut === undefined ? {} : { cut }),
      })
    const history = await read(HOUR_MS, barStart(end, HOUR_MS) - (HOURS - 1) * HOUR_MS)
    const minutes = await read(MINUTE_MS, HourDelta.from(end))
    const version = this.view.instrument.version
    if (history.instrument.version !== version || minutes.instrument.version !== version)
      throw new Error('the units of the market changed during the load')
    const totals: Totals = {
      lastSeq: history.lastSeq,
      lastPrice: null,
      firstPrice: null,
      lots: 0,
      delta: 0,
      hour: new HourDelta(minutes.lastSeq),
      end,
    }
    addBars(totals, history.bars)
    if (history.open !== null) addBars(totals, history.open)
    addTrades(totals, history.tail)
    totals.hour.addBars(minutes.bars)
    if (minutes.open !== null) totals.hour.addBars(minutes.open)
    totals.hour.addTrades(minutes.tail)
    this.#totals = totals
    const early = this.#early
    this.#early = []
    for (const item of early) this.#count(item, totals)
  }

  #handle(item: LogItem): void {
    if (this.#loading) this.#early.push(item)
    if (this.#totals !== null) this.#count(item, this.#totals)
  }

  #count(item: LogItem, totals: Totals): void {
    // Already included, revisions too.
    if (item.lastSeq <= totals.lastSeq) return
    if (item.kind === 'revision') {
      this.#loadedAt = -Infinity
      return
    }
    const { trades } = decodeFrame(item.bytes)
    addTrades(totals, trades, totals.lastSeq)
    totals.lastSeq = item.lastSeq
    totals.hour.addFrame(trades)
  }
}

function addBars(totals: Totals, bars: Bars): void {
  for (let i = 0; i < bars.length; i++) {
    totals.firstPrice ??= bars.open[i]
    totals.lastPrice = bars.close[i]
  }
  totals.lots = addLots(totals.lots, sumVolume(bars))
  totals.delta = addLots(totals.delta, sumDelta(bars))
}

function addTrades(totals: Totals, trades: Trades, afterSeq = -1): void {
  for (let i = 0; i < trades.length; i++) {
    if (trades.seq !== null && trades.seq[i] <= afterSeq) continue
    totals.firstPrice ??= trades.price[i]
    totals.lastPrice = trades.price[i]
    totals.lots = addLots(totals.lots, trades.qty[i])
    totals.delta = addLots(totals.delta, trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
  }
}

const MINUTES = 60

/**
 * Delta of a market over the last 60 minutes, including the current one: exact, by minute, and rolling with the
 * market's clock.
 */
export class HourDelta {
  readonly #minutes = new Map<number, Lots>()
  /** Trades up to this seq were in the history. */
  readonly #lastSeq: number

  constructor(lastSeq: number) {
    this.#lastSeq = lastSeq
  }

  /** Start of the minutes that must be added so that the hour before `end` (ms) is complete. */
  static from(end: number): number {
    return barStart(end, MINUTE_MS) - (MINUTES - 1) * MINUTE_MS
  }

  addBars(bars: Bars): void {
    for (let i = 0; i < bars.length; i++) this.#add(bars.t[i], barDelta(bars, i))
  }

  /** Adds trades of a history. */
  addTrades(trades: Trades): void {
    for (let i = 0; i < trades.length; i++)
      this.#add(trades.ts[i], trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
  }

  /** Adds trades of the stream, except those already in the history. */
  addFrame(trades: Trades): void {
    for (let i = 0; i < trades.length; i++) {
      if (trades.seq !== null && trades.seq[i] <= this.#lastSeq) continue
      this.#add(trades.ts[i], trades.buy[i] === 1 ? trades.qty[i] : -trades.qty[i])
    }
  }

  #add(ts: number, delta: Lots): void {
    const minute = barStart(ts, MINUTE_MS)
    this.#minutes.set(minute, addLots(this.#minutes.get(minute) ?? 0, delta))
  }

  /** Sum in lots of the minutes within the hour before `end`; discards older ones, because clocks do not go back. */
  sum(end: number): Lots {
    const from = HourDelta.from(end)
    let sum: Lots = 0
    for (const [minute, delta] of this.#minutes) {
      if (minute < from) this.#minutes.delete(minute)
      else sum = addLots(sum, delta)
    }
    return sum
  }
}
