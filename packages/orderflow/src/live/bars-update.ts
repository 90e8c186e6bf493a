import type { Analysis } from '../analysis/analysis.ts'
import type { Bars } from '../bars/bars.ts'
import type { Signals } from '../signals/signal.ts'
import type { Zone } from '../zones/zone.ts'

/**
 * Analysis of a range of bars. Per-bar columns have the length of the bars, `cellFlags` their cells. `efforts` and
 * `stacks`: those with t >= bars.t[0]. `zones` and `signals`: the complete lists of the chart, or null if unchanged
 * since the last update (they change only when bars close).
 */
export type AnalysisUpdate = Omit<Analysis, 'zones' | 'signals'> & {
  readonly zones: readonly Zone[] | null
  readonly signals: Signals | null
}

/** A page of bars or a replaced tail, with its analysis. */
export interface BarsUpdate {
  /** Index of the first replaced bar: everything from it on is replaced by `bars`. */
  readonly from: number
  readonly bars: Bars
  readonly analysis: AnalysisUpdate
}
