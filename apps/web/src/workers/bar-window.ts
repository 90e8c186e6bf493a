import {
  Analyzer,
  lowerBoundT,
  sequenceNumberAt,
  type Analysis,
  type Answer,
  type IndicatorSettings,
  type InstrumentUnits,
  type LiveBars,
  type Signals,
  type Zone,
  type AnalysisUpdate,
  type BarsUpdate,
} from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { Gap } from './protocol.ts'
import { ownAnalysis, ownBars } from './slices.ts'

/** Hidden bars loaded before the visible ones, so that indicators do not depend on how much history is loaded. */
const LEAD_IN = 350

/**
 * The loaded bars with their indicators. The first LEAD_IN bars only feed the analysis and are not shown.
 *
 * CVD segments are numbered from the first loaded bar; once the page has received numbers, later answers are shifted so
 * that the numbers of its bars never change.
 */
export class BarWindow {
  readonly live: LiveBars
  readonly #units: InstrumentUnits
  #gaps: readonly Gap[]
  #analyzer: Analyzer
  #analysis: Analysis
  #shownFrom: number
  #shift = 0
  /** The page's segment number of the first shown bar. */
  #firstSegment = 0
  #sentZones: readonly Zone[] | null = null
  #sentSignals: Signals | null = null

  constructor(
    live: LiveBars,
    first: Answer,
    units: InstrumentUnits,
    settings: IndicatorSettings,
    gaps: readonly Gap[],
  ) {
    this.live = live
    this.#units = units
    this.#gaps = gaps
    const bars = live.bars()
    // When the start of the tape is loaded, no history is missing and every bar may be shown.
    const hidden = live.loadedFrom === null ? 0 : first.meta.lead_in
    this.#shownFrom = hidden < bars.length ? bars.t[hidden] : -Infinity
    this.#analyzer = this.#makeAnalyzer(settings)
    this.#analysis = this.#analyzer.update(bars, 0)
  }

  get bars(): Bars {
    return this.live.bars()
  }

  /** The market's watermark; null when nothing is live. */
  get watermark(): number | null {
    return Number.isFinite(this.live.watermark) ? this.live.watermark : null
  }

  /** Index of the first shown bar. */
  get first(): number {
    return lowerBoundT(this.bars, this.#shownFrom)
  }

  /** Start of the first shown bar, whole ms; null without bars. */
  get from(): number | null {
    return this.first < this.bars.length ? Math.floor(this.bars.t[this.first]) : null
  }

  /** Number within its UTC day of the first shown bar; null for time bars. */
  get firstNumber(): number | null {
    const { firstNumber } = this.live
    const { bars, first } = this
    return firstNumber === null || first >= bars.length ? null : sequenceNumberAt(bars, first, firstNumber)
  }

  /** Recomputes the analysis with other settings or gaps. */
  analyzeAnew(settings: IndicatorSettings, gaps: readonly Gap[] = this.#gaps): void {
    this.#gaps = gaps
    this.#analyzer = this.#makeAnalyzer(settings)
    this.#analysis = this.#analyzer.update(this.bars, 0)
  }

  /** Everything shown, for a page without data. */
  whole(): { bars: Bars; analysis: Analysis } {
    const { bars, first } = this
    this.#shift = 0
    this.#noteSent()
    const range = { from: first, to: bars.length, shift: 0 }
    return { bars: ownBars(bars, first), analysis: ownAnalysis(bars, this.#analysis, range, this.#analysis) }
  }

  /** Changes from bar `from` on; null when they affect no shown bar. */
  tail(from: number): BarsUpdate | null {
    const { bars, first } = this
    this.#analysis = this.#analyzer.update(bars, Math.min(from, bars.length))
    const start = Math.max(from, first)
    const zones = this.#analysis.zones === this.#sentZones ? null : this.#analysis.zones
    const signals = this.#analysis.signals === this.#sentSignals ? null : this.#analysis.signals
    if (start >= bars.length && zones === null && signals === null) return null
    this.#noteSent()
    const range = { from: start, to: bars.length, shift: this.#shift }
    return {
      from: start - first,
      bars: ownBars(bars, start),
      analysis: ownAnalysis(bars, this.#analysis, range, { zones, signals }),
    }
  }

  /** The bars that became visible after an older page was loaded. */
  older(settings: IndicatorSettings): { bars: Bars; analysis: AnalysisUpdate } {
    const { bars, first: seam } = this
    this.analyzeAnew(settings)
    if (seam < bars.length) this.#shift = this.#firstSegment - this.#analysis.cvdSegment[seam]
    const first = this.live.loadedFrom === null ? 0 : Math.min(LEAD_IN, seam)
    this.#shownFrom = first < bars.length ? bars.t[first] : -Infinity
    this.#noteSent()
    const range = { from: first, to: seam, shift: this.#shift }
    return { bars: ownBars(bars, first, seam), analysis: ownAnalysis(bars, this.#analysis, range, this.#analysis) }
  }

  #noteSent(): void {
    this.#sentZones = this.#analysis.zones
    this.#sentSignals = this.#analysis.signals
    const { first } = this
    if (first < this.#analysis.length) this.#firstSegment = this.#analysis.cvdSegment[first] + this.#shift
  }

  #makeAnalyzer(settings: IndicatorSettings): Analyzer {
    const uncovered = this.#gaps.map(({ from, to }) => ({ fromTs: from, toTs: to }))
    return new Analyzer(settings, {
      units: this.#units,
      cvdOpen: this.live.cvdOpen,
      cvdQuoteOpen: this.live.cvdQuoteOpen,
      vwapOpen: this.live.vwapOpen,
      uncovered,
    })
  }
}
