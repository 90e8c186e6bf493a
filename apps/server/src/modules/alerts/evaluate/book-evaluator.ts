import { MINUTE_MS, barStart, liquidityRows, TradedRows } from '@flowprint/orderflow'
import type { DepthColumns } from '@flowprint/orderflow'
import type { MarketView } from '../../../market/index.ts'
import { CLOSE_AFTER_MS } from '../rules/bar-events.ts'
import {
  bookEvents,
  columnIntervalOf,
  isBookAlert,
  isRestingAlert,
  NEW_BOOK_POSITION,
  restingEvents,
  unitsPerLot,
} from '../rules/book-events.ts'
import type { BookAlert, BookPosition } from '../rules/book-events.ts'
import type { AlertOf, Hit, WaitingAlert } from '../rules/waiting-alert.ts'
import type { EvaluatorDeps } from './record-hits.ts'
import { TapeCoverage, unitTexts } from './tape-coverage.ts'

/** Max minutes evaluated after a pause; older ones are too old to notify about. */
const MAX_MINUTES = 60
/** Market time between questions whether the next minute is recorded. */
const ASK_EVERY_MS = 1000
/** Max trades of a second of a minute on average; beyond, nothing is known about its walls. */
const MAX_TRADES = 60 * 20_000

/** Evaluates alerts on the order book, minute by minute, once the minute is recorded and its trades are stored. */
export class BookEvaluator {
  readonly #deps: EvaluatorDeps
  readonly #view: MarketView
  readonly #alerts: readonly BookAlert[]
  readonly #resting: ReadonlyMap<number, readonly AlertOf<'resting'>[]>
  #position: BookPosition
  #askedAt = -Infinity

  constructor(alerts: readonly WaitingAlert[], position: BookPosition, view: MarketView, deps: EvaluatorDeps) {
    this.#deps = deps
    this.#view = view
    this.#alerts = alerts.filter(isBookAlert)
    this.#resting = Map.groupBy(alerts.filter(isRestingAlert), ({ cycleMs }) => cycleMs)
    const isNeeded = this.#alerts.length > 0 || this.#resting.size > 0
    this.#position = isNeeded ? position : NEW_BOOK_POSITION
  }

  get position(): BookPosition {
    return this.#position
  }

  /** Evaluates the minutes that are complete since the last call. A market without such alerts before starts now. */
  async advance(watermark: number): Promise<Hit[]> {
    if ((this.#alerts.length === 0 && this.#resting.size === 0) || !Number.isFinite(watermark)) return []
    const passed = barStart(watermark - CLOSE_AFTER_MS, MINUTE_MS)
    const { to } = this.#position
    if (to === null) {
      this.#position = { ...NEW_BOOK_POSITION, to: passed }
      return []
    }
    if (passed <= to || watermark - this.#askedAt < ASK_EVERY_MS) return []
    this.#askedAt = watermark
    const { depth, store } = this.#deps
    const { instrument } = this.#view
    const head = await depth.readHead(instrument, this.#view.cut())
    const end = Math.min(passed, barStart(head?.untilMs ?? 0, MINUTE_MS))
    if (end <= to) return []
    const from = Math.max(to, end - MAX_MINUTES * MINUTE_MS)
    if (from > to) this.#position = { ...NEW_BOOK_POSITION, to: from }
    const coverage = await TapeCoverage.load(store, instrument, this.#view.cut())
    const hits: Hit[] = []
    for (let minute = from; minute < end; minute += MINUTE_MS) {
      hits.push(...(await this.#evaluateMinute(minute, coverage)), ...(await this.#evaluateBars(minute, coverage)))
    }
    return hits
  }

  async #evaluateMinute(fromMs: number, coverage: TapeCoverage): Promise<readonly Hit[]> {
    const toMs = fromMs + MINUTE_MS
    if (this.#alerts.length === 0) {
      this.#position = { ...NEW_BOOK_POSITION, to: toMs }
      return []
    }
    const { instrument } = this.#view
    const query = { fromMs, toMs, intervalMs: 1000, cut: this.#view.cut() }
    const { columns, qtyUnit } = await this.#deps.depth.readColumns(instrument, query)
    const isWhole = coverage.isWhole(MINUTE_MS, fromMs)
    const traded = isWhole ? await this.#loadTraded(columns, qtyUnit) : null
    const { price } = unitTexts(instrument)
    const { hits, state } = bookEvents({ columns, qtyUnit, traded, price }, this.#alerts, this.#position)
    this.#position = { to: toMs, ...state }
    return hits
  }

  /** Traded volume of each second; null when it is unknown in units of the book. */
  async #loadTraded(columns: DepthColumns, qtyUnit: string): Promise<TradedRows[] | null> {
    const { instrument } = this.#view
    const factor = unitsPerLot(instrument.lotSize, qtyUnit)
    if (factor === null) return null
    const { fromMs, intervalMs, step, length } = columns
    const range = { from: fromMs, to: fromMs + length * intervalMs, limit: MAX_TRADES }
    const trades = await this.#deps.store.readTrades(instrument, { ...range, ...this.#cut() })
    if (trades.length === MAX_TRADES) return null
    const traded = Array.from({ length }, () => new TradedRows(step))
    for (let k = 0; k < trades.length; k++)
      traded[Math.floor((trades.ts[k] - fromMs) / intervalMs)].addTrades(trades, factor, k, k + 1)
    return traded
  }

  /** Evaluates the bars that end with the minute or within it. */
  async #evaluateBars(minute: number, coverage: TapeCoverage): Promise<Hit[]> {
    const hits: Hit[] = []
    const end = minute + MINUTE_MS
    for (const [cycleMs, alerts] of this.#resting) {
      let t = barStart(minute, cycleMs)
      if (cycleMs < MINUTE_MS) t = minute
      for (; t + cycleMs <= end; t += cycleMs) {
        if (coverage.isWhole(cycleMs, t)) hits.push(...(await this.#evaluateBar(t, cycleMs, alerts)))
      }
    }
    return hits
  }

  async #evaluateBar(t: number, cycleMs: number, alerts: readonly AlertOf<'resting'>[]): Promise<Hit[]> {
    const { depth, store } = this.#deps
    const { instrument } = this.#view
    const intervalMs = columnIntervalOf(cycleMs)
    const toMs = t + cycleMs
    const query = { fromMs: t - intervalMs, toMs, intervalMs, cut: this.#view.cut() }
    const { columns, qtyUnit } = await depth.readColumns(instrument, query)
    const factor = unitsPerLot(instrument.lotSize, qtyUnit)
    if (factor === null) return []
    const { step } = columns
    const { sum } = await store.readProfile(instrument, { from: t, to: toMs, step, ...this.#cut() })
    const traded = new TradedRows(step)
    for (let i = 0; i < sum.length; i++) traded.addBar(sum, i, factor)
    return restingEvents(liquidityRows(columns, t, toMs, traded), { t, cycleMs, qtyUnit }, alerts)
  }

  #cut(): { readonly cut?: number } {
    const cut = this.#view.cut()
    return cut === undefined ? {} : { cut }
  }
}
