import type { Liquidations, LiquidationCover } from '@flowprint/orderflow'
import type { MarketView } from '../../../market/index.ts'
import {
  isLiquidationAlert,
  LiquidationWindows,
  MAX_WINDOW_MS,
  NEW_LIQUIDATION_POSITION,
} from '../rules/liquidation-events.ts'
import type { LiquidationHit, LiquidationPosition } from '../rules/liquidation-events.ts'
import type { AlertOf, Hit, WaitingAlert } from '../rules/waiting-alert.ts'
import type { EvaluatorDeps } from './record-hits.ts'

/** Min time between two queries, ms. */
const ASK_EVERY_MS = 500
/** Liquidations per query. */
const PAGE = 5_000

/** Evaluates alerts on liquidations in order of their seq, from the table, so that none is missed or counted twice. */
export class LiquidationEvaluator {
  readonly #deps: EvaluatorDeps
  readonly #view: MarketView
  readonly #alerts: readonly AlertOf<'liquidation'>[]
  #position: LiquidationPosition
  /** Null until the liquidations before the position are loaded. */
  #windows: LiquidationWindows | null = null
  #askedAt = -Infinity

  constructor(alerts: readonly WaitingAlert[], position: LiquidationPosition, view: MarketView, deps: EvaluatorDeps) {
    this.#deps = deps
    this.#view = view
    this.#alerts = alerts.filter(isLiquidationAlert)
    this.#position = this.#alerts.length > 0 ? position : NEW_LIQUIDATION_POSITION
  }

  get position(): LiquidationPosition {
    return this.#position
  }

  /** Evaluates what was stored since the last call. A market without such alerts before starts when they were armed. */
  async advance(): Promise<Hit[]> {
    if (this.#alerts.length === 0 || performance.now() - this.#askedAt < ASK_EVERY_MS) return []
    this.#askedAt = performance.now()
    const { derivatives, clock } = this.#deps
    const { instrument } = this.#view
    const cut = this.#view.cut()
    const now = cut ?? clock.now()
    const windows = (this.#windows ??= await this.#restore(now, cut))
    const found: LiquidationHit[] = []
    for (;;) {
      const page = await derivatives.readSince(instrument, this.#position.seq ?? 0, { limit: PAGE, cut })
      if (page.length === 0) break
      found.push(...windows.evaluate(page, this.#alerts, now))
      this.#position = { seq: page.seq[page.length - 1], newestTs: windows.newestTs }
      if (page.length < PAGE) break
    }
    const hits: Hit[] = []
    for (const hit of found) hits.push(hit.complete(await this.#completeness(hit, cut)))
    return hits
  }

  /** Loads the liquidations that the sums of the next ones contain. */
  async #restore(now: number, cut: number | undefined): Promise<LiquidationWindows> {
    const { seq: storedSeq, newestTs } = this.#position
    // Read first: what is stored later has a higher seq.
    const head = storedSeq === null ? await this.#deps.derivatives.readHead(this.#view.instrument, cut) : null
    const rows = await this.#loadWindow(storedSeq === null ? now : newestTs, cut)
    const seq = storedSeq ?? this.#startSeq(rows, head?.lastSeq ?? 0)
    const windows = new LiquidationWindows(this.#view.instrument, newestTs)
    for (const page of rows) windows.restore(firstUpTo(page, seq))
    this.#position = { seq, newestTs: windows.newestTs }
    return windows
  }

  /** Everything since the longest time before `end`. */
  async #loadWindow(end: number | null, cut: number | undefined): Promise<Liquidations[]> {
    const pages: Liquidations[] = []
    if (end === null) return pages
    let after: { readonly ts: number; readonly seq: number } | undefined
    for (;;) {
      // The clock of the venue may be ahead.
      const range = { fromMs: end - MAX_WINDOW_MS, toMs: end + MAX_WINDOW_MS, cut, limit: PAGE, after }
      const page = await this.#deps.derivatives.readLiquidations(this.#view.instrument, range)
      pages.push(page)
      if (page.length < PAGE) return pages
      after = { ts: page.ts[PAGE - 1], seq: page.seq[PAGE - 1] }
    }
  }

  /** A first evaluation, or one whose position was never stored, starts with what happened since its alerts were armed. */
  #startSeq(pages: readonly Liquidations[], lastSeq: number): number {
    const armedT = Math.min(...this.#alerts.map((alert) => alert.armedT))
    let seq = lastSeq
    for (const page of pages)
      for (let i = 0; i < page.length; i++) if (page.ts[i] >= armedT) seq = Math.min(seq, page.seq[i] - 1)
    return seq
  }

  /** All were published if the whole time is covered by a venue that publishes all. */
  async #completeness(hit: LiquidationHit, cut: number | undefined): Promise<'all' | 'lower bound'> {
    const range = { fromMs: hit.from, toMs: hit.to + 1, cut }
    return isWhole(await this.#deps.derivatives.readCoverage(this.#view.instrument, range), range.fromMs, range.toMs)
      ? 'all'
      : 'lower bound'
  }
}

function isWhole(covers: readonly LiquidationCover[], from: number, to: number): boolean {
  let at = from
  for (const cover of covers) {
    if (!cover.isComplete || cover.from > at) return false
    at = cover.to
  }
  return at >= to
}

/** The rows up to this seq. */
function firstUpTo(list: Liquidations, maxSeq: number): Liquidations {
  const isBefore = (_: number, i: number): boolean => list.seq[i] <= maxSeq
  const seq = list.seq.filter(isBefore)
  return {
    length: seq.length,
    seq,
    ts: list.ts.filter(isBefore),
    price: list.price.filter(isBefore),
    lots: list.lots.filter(isBefore),
    isLong: list.isLong.filter(isBefore),
  }
}
