import {
  analysisBuffers,
  barBuffers,
  copyAnalysis,
  copyBars,
  type Analysis,
  type AnalysisPart,
  type AnalysisUpdate,
  type Bars,
  type Signals,
  type Zone,
} from '@flowprint/orderflow'

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
