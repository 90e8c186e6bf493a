import {
  type Analysis,
  analysisBuffers,
  type AnalysisPart,
  type AnalysisUpdate,
  Analyzer,
  type Answer,
  barBuffers,
  type Bars,
  type BarsUpdate,
  copyAnalysis,
  copyBars,
  type IndicatorSettings,
  type InstrumentUnits,
  type LiveBars,
  lowerBoundT,
  sequenceNumberAt,
  type Signals,
  type Zone,
} from '@flowprint/orderflow'
import type { Gap } from './protocol.ts'

/** Hidden bars loaded before the visible ones, so that indicators do not depend on how much history is loaded. */
const LEAD_IN_BARS = 350

/**
 * The loaded bars with their indicators. The first LEAD_IN_BARS bars only feed the analysis and are not shown.
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
  reanalyze(settings: IndicatorSettings, gaps: readonly Gap[] = this.#gaps): void {
    this.#gaps = gaps
    this.#analyzer = this.#makeAnalyzer(settings)
    this.#analysis = this.#analyzer.update(this.bars, 0)
  }

  /** Everything shown, for a page without data. */
  whole(): { bars: Bars; analysis: Analysis } {
    const { bars, first } = this
    this.#shift = 0
    this.#recordSent()
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
    this.#recordSent()
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
    this.reanalyze(settings)
    if (seam < bars.length) this.#shift = this.#firstSegment - this.#analysis.cvdSegment[seam]
    const first = this.live.loadedFrom === null ? 0 : Math.min(LEAD_IN_BARS, seam)
    this.#shownFrom = first < bars.length ? bars.t[first] : -Infinity
    this.#recordSent()
    const range = { from: first, to: seam, shift: this.#shift }
    return { bars: ownBars(bars, first, seam), analysis: ownAnalysis(bars, this.#analysis, range, this.#analysis) }
  }

  #recordSent(): void {
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

/** Copies bars [from, to) into separate memory that can be transferred. Data that only indicators need is left out. */
export function ownBars(bars: Bars, from: number, to = bars.length): Bars {
  return copyBars({ ...bars, edges: null }, from, to)
}

/**
 * Copies the analysis of bars [from, to) into separate memory.
 *
 * Input   `shift` is added to the numbers of the CVD segments (see VisibleWindow); `lists` are passed through
 * unchanged.
 */
export function ownAnalysis<Zones extends readonly Zone[] | null, Found extends Signals | null>(
  bars: Bars,
  analysis: Analysis,
  range: { readonly from: number; readonly to: number; readonly shift: number },
  lists: { readonly zones: Zones; readonly signals: Found },
): Omit<AnalysisUpdate, 'zones' | 'signals'> & { readonly zones: Zones; readonly signals: Found } {
  const { from, to, shift } = range
  const since = from < bars.length ? bars.t[from] : Infinity
  const until = to < bars.length ? bars.t[to] : Infinity
  const inside = ({ t }: { readonly t: number }) => t >= since && t < until
  const start = { bar: from, cell: bars.cellStart[from] }
  const part = copyAnalysis(analysis, start, { bar: to, cell: bars.cellStart[to] })
  return {
    ...part,
    cvdSegment: part.cvdSegment.map((segment) => segment + shift),
    stacks: analysis.stacks.filter(inside),
    efforts: analysis.efforts.filter(inside),
    zones: lists.zones,
    signals: lists.signals,
  }
}

/** The buffers of all columns, to be transferred to the other thread instead of copied. */
export function buffersOf(bars: Bars, analysis: AnalysisPart): ArrayBuffer[] {
  return [...barBuffers(bars), ...analysisBuffers(analysis)]
}
