import { MINUTE_MS, barStart, encodeSettings } from '@flowprint/orderflow'
import { type MarketView, type Study, loadStudy } from '../../../market/index.ts'
import { barEvents, CLOSE_AFTER_MS, isStudyAlert } from '../rules/bar-events.ts'
import type { StudyAlert } from '../rules/bar-events.ts'
import type { Hit, WaitingAlert } from '../rules/waiting-alert.ts'
import type { EvaluatorDeps } from './record-hits.ts'
import { unitTexts } from './tape-coverage.ts'
import type { EvaluationState } from './evaluation-state.ts'

/** Max bars evaluated at once; older ones are too old to notify about. */
const MAX_BARS = 300
/** An incomplete or absent bar is evaluated when it is repaired, but not later than this after its end. */
const REPAIRED_WITHIN_MS = 10 * MINUTE_MS

/**
 * Evaluates alerts on closed bars: tracks which bars were evaluated, which are due and which wait for missing trades.
 */
export class BarEvaluator {
  readonly #deps: EvaluatorDeps
  readonly #view: MarketView
  readonly #studies = new Map<number, StudyAlert[][]>()
  readonly #judgedTo: Map<number, number>
  readonly #waiting: Map<number, readonly number[]>
  readonly #refused = new Set<string>()

  constructor(
    alerts: readonly WaitingAlert[],
    state: Pick<EvaluationState, 'judgedTo' | 'waiting'>,
    view: MarketView,
    deps: EvaluatorDeps,
  ) {
    this.#deps = deps
    this.#view = view
    this.#judgedTo = new Map(Object.entries(state.judgedTo).map(([cycleMs, t]) => [Number(cycleMs), t]))
    this.#waiting = new Map(Object.entries(state.waiting).map(([cycleMs, ts]) => [Number(cycleMs), ts]))
    const byStudy = Map.groupBy(
      alerts.filter(isStudyAlert),
      ({ cycleMs, step, settings }) => `${cycleMs} ${step} ${encodeSettings(settings)}`,
    )
    for (const study of byStudy.values()) {
      const { cycleMs } = study[0]
      this.#studies.set(cycleMs, [...(this.#studies.get(cycleMs) ?? []), study])
    }
    for (const cycleMs of [...this.#judgedTo.keys()]) if (!this.#studies.has(cycleMs)) this.#judgedTo.delete(cycleMs)
    for (const cycleMs of [...this.#waiting.keys()]) if (!this.#studies.has(cycleMs)) this.#waiting.delete(cycleMs)
  }

  get state(): Pick<EvaluationState, 'judgedTo' | 'waiting'> {
    return { judgedTo: Object.fromEntries(this.#judgedTo), waiting: Object.fromEntries(this.#waiting) }
  }

  /** Evaluates the bars closed since the last call. A cycle without alerts before starts with its next bar. */
  async advance(watermark: number): Promise<Hit[]> {
    const hits: Hit[] = []
    for (const cycleMs of this.#studies.keys()) {
      const closedTo = barStart(watermark - CLOSE_AFTER_MS, cycleMs)
      const from = this.#judgedTo.get(cycleMs)
      if (from === undefined) this.#judgedTo.set(cycleMs, closedTo)
      else if (closedTo > from)
        hits.push(...(await this.#evaluate(cycleMs, Math.max(from, closedTo - MAX_BARS * cycleMs), closedTo)))
    }
    return hits
  }

  /** The tape of [from, to) changed: evaluates waiting bars in it and drops those that are too old. */
  async revise(from: number, to: number, watermark: number): Promise<Hit[]> {
    const hits: Hit[] = []
    for (const cycleMs of [...this.#waiting.keys()]) {
      const recent = this.#recentlyWaiting(cycleMs, watermark)
      this.#waiting.set(cycleMs, recent)
      const touched = recent.filter((t) => t < to && t + cycleMs > from)
      if (touched.length > 0) hits.push(...(await this.#evaluateBars(cycleMs, touched[0], new Set(touched))).hits)
    }
    return hits
  }

  #recentlyWaiting(cycleMs: number, watermark: number): number[] {
    return (this.#waiting.get(cycleMs) ?? []).filter((t) => t + cycleMs + REPAIRED_WITHIN_MS >= watermark)
  }

  async #evaluate(cycleMs: number, from: number, to: number): Promise<Hit[]> {
    const { hits, closedTo } = await this.#evaluateBars(cycleMs, from, null, to)
    this.#waiting.set(cycleMs, this.#recentlyWaiting(cycleMs, to))
    this.#judgedTo.set(cycleMs, Math.max(from, Math.min(to, closedTo)))
    return hits
  }

  /**
   * Evaluates bars that start in [from, to), or the given ones. Bars the database has not closed yet are left for the
   * next call.
   */
  async #evaluateBars(
    cycleMs: number,
    from: number,
    named: ReadonlySet<number> | null,
    to = Infinity,
  ): Promise<{ hits: Hit[]; closedTo: number }> {
    const hits: Hit[] = []
    const stillWaiting = new Set(this.#waiting.get(cycleMs)?.filter((t) => named === null || !named.has(t)))
    let closedTo = Infinity
    for (const study of this.#studies.get(cycleMs) ?? []) {
      const loaded = await this.#load(study, from)
      if (loaded === null) continue
      const { bars, context, watermark } = loaded
      const end = watermark === null ? Infinity : barStart(watermark - CLOSE_AFTER_MS, cycleMs)
      closedTo = Math.min(closedTo, end)
      const isAsked = (t: number): boolean => (named === null ? t >= from && t < Math.min(to, end) : named.has(t))
      const result = barEvents(bars, isAsked, study, { ...context, ...unitTexts(this.#view.instrument) })
      hits.push(...result.hits)
      for (const t of result.waiting) stillWaiting.add(t)
      // Without a single trade: all of them may be missing, and the gap may not be known yet.
      const present = new Set(bars.t)
      for (const t of named ?? barStarts(from, Math.min(to, end), cycleMs)) if (!present.has(t)) stillWaiting.add(t)
    }
    this.#waiting.set(
      cycleMs,
      [...stillWaiting].sort((a, b) => a - b),
    )
    return { hits, closedTo }
  }

  /** Null: at this precision the result exceeds the cell limit, as on the owner's chart. */
  async #load([{ cycleMs, step, settings }]: StudyAlert[], from: number): Promise<Study | null> {
    const { store, clock, log } = this.#deps
    const cut = this.#view.cut()
    const nowMs = clock.now()
    const limit = Math.min(MAX_BARS + 2, Math.max(2, Math.ceil(((cut ?? nowMs) - from) / cycleMs) + 2))
    try {
      return await loadStudy(store, this.#view.instrument, { cycleMs, step, settings, limit, cut, nowMs })
    } catch (error) {
      if ((error as { slug?: unknown }).slug !== 'TOO_MANY_CELLS') throw error
      const name = `${cycleMs} ${step}`
      if (!this.#refused.has(name))
        log.warn(
          { symbol: this.#view.instrument.symbol, cycleMs, step },
          'alerts use a precision too fine to be evaluated',
        )
      this.#refused.add(name)
      return null
    }
  }
}

/** Starts of the bars in [from, to). */
function barStarts(from: number, to: number, cycleMs: number): number[] {
  const starts: number[] = []
  for (let t = from; t < to; t += cycleMs) starts.push(t)
  return starts
}
