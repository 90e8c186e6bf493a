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

  /** Evaluates what was stored since the last call. A market without such alerts before starts now. */
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
    const { derivatives } = this.#deps
    const { instrument } = this.#view
    const { seq: storedSeq, newestTs } = this.#position
    const seq = storedSeq ?? (await derivatives.readHead(instrument, cut))?.lastSeq ?? 0
    const end = storedSeq === null ? now : newestTs
    const windows = new LiquidationWindows(instrument, newestTs)
    let after: { readonly ts: number; readonly seq: number } | undefined
    while (end !== null) {
      const range = { fromMs: end - MAX_WINDOW_MS, toMs: end + 1, cut, limit: PAGE, after }
      const page = await derivatives.readLiquidations(instrument, range)
      windows.restore(firstUpTo(page, seq))
      if (page.length < PAGE) break
      after = { ts: page.ts[PAGE - 1], seq: page.seq[PAGE - 1] }
    }
    this.#position = { seq, newestTs: windows.newestTs }
    return windows
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
