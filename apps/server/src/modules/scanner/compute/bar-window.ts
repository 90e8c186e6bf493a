import {
  Analyzer,
  BAR_COMPLETE,
  concatBars,
  LEAD_IN_BARS,
  sliceBars,
  vwapAnchorOf,
  vwapOpenAt,
} from '@flowprint/orderflow'
import type { Analysis, AnalysisContext, Bars, Zone } from '@flowprint/orderflow'
import { SCAN_SETTINGS } from '../rules/scan-row.ts'

/** Bars kept at most, besides those that indicators look back on. */
const SPARE_BARS = LEAD_IN_BARS / 2

/** Approximate bytes of a bar and of a cell, with their analysis. */
const BAR_BYTES = 400
const CELL_BYTES = 60

export interface WindowStart {
  /** All bars before `until`, at least the newest 350. */
  readonly bars: Bars
  /** Updated to these bars. */
  readonly analyzer: Analyzer
  readonly context: AnalysisContext
  /** ms. */
  readonly until: number
}

/** What a scan needs of a bar that was added. */
export interface AddedBar {
  readonly known: Bars
  readonly analysis: Analysis
  readonly zonesBefore: readonly Zone[]
}

/**
 * The bars that indicators look back on and their analysis, so that a closed bar is analysed alone.
 *
 * Holds complete bars only: then the 350 bars before a bar decide its values, however many more precede them
 * (docs/formulas/support-and-resistance.md, section "Lead-in"), and rows equal those computed from the history.
 */
export class BarWindow {
  #bars: Bars
  #analyzer: Analyzer
  #zones: readonly Zone[]
  #context: AnalysisContext
  #until: number
  /** Markets shorten their windows at different times: all at once would delay the rows of one minute. */
  readonly #maxBars = LEAD_IN_BARS + 1 + Math.ceil(SPARE_BARS * (1 + Math.random()))

  private constructor({ bars, analyzer, context, until }: WindowStart) {
    this.#bars = bars
    this.#analyzer = analyzer
    this.#context = context
    this.#until = until
    this.#zones = analyzer.update(bars, bars.length).zones
  }

  /** Null: trades of one of the bars are missing. */
  static create(start: WindowStart): BarWindow | null {
    const { bars } = start
    const isComplete = bars.length > 0 && bars.state.subarray(0, bars.length).every((state) => state === BAR_COMPLETE)
    return isComplete ? new BarWindow(start) : null
  }

  get step(): number {
    return this.#bars.step
  }

  /** End of the last added time, ms. */
  get until(): number {
    return this.#until
  }

  get bytes(): number {
    return this.#bars.length * BAR_BYTES + this.#bars.row.length * CELL_BYTES
  }

  /** Adds complete bars of the time from `until` up to `to` (ms), and yields each with its analysis. */
  *add(bars: Bars, to: number): Generator<AddedBar> {
    this.#until = to
    if (bars.length === 0) return
    const first = this.#bars.length
    this.#bars = concatBars([this.#bars, bars])
    this.#bars.state.fill(BAR_COMPLETE, first)
    for (let i = first; i < this.#bars.length; i++) {
      const known = sliceBars(this.#bars, 0, i + 1)
      const zonesBefore = this.#zones
      const analysis = this.#analyzer.update(known, i)
      this.#zones = analysis.zones
      yield { known, analysis, zonesBefore }
    }
    if (this.#bars.length > this.#maxBars) this.#shorten()
  }

  #shorten(): void {
    const surplus = this.#bars.length - LEAD_IN_BARS - 1
    const { vwapOpen = null } = this.#context
    const context = {
      ...this.#context,
      vwapOpen: vwapOpenAt(this.#bars, surplus, vwapAnchorOf(SCAN_SETTINGS), vwapOpen),
    }
    // A copy: a view would keep all bars in memory.
    this.#bars = concatBars([sliceBars(this.#bars, surplus, surplus), sliceBars(this.#bars, surplus)])
    this.#context = context
    this.#analyzer = new Analyzer(SCAN_SETTINGS, context)
    this.#zones = this.#analyzer.update(this.#bars, 0).zones
  }
}
