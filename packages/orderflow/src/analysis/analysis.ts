import {
  clearColumns,
  columnBuffers,
  columnNames,
  copyColumns,
  GrowingColumns,
  overflowTable,
  setColumns,
  viewColumns,
} from '../columns/column-table.ts'
import type { ColumnsOf, ColumnSpec, Extent, Mutable } from '../columns/column-table.ts'
import type { Signals } from '../signals/signal.ts'
import type { Lots } from '../units/lots.ts'
import type { Zone } from '../zones/zone.ts'
import type { UnixMs } from '../units/units.ts'
import type { Bars } from '../bars/bars.ts'

/** Bits of `Analysis.cellFlags`. Grades 1-3 (INDICATORS 5: ratio x 1, 5/3, 10/3), 0 = no imbalance. */
export const BUY_GRADE_MASK = 0b0000_0011
export const SELL_GRADE_SHIFT = 2
export const SELL_GRADE_MASK = 0b0000_1100
/** The cell is part of a stacked imbalance of that side. */
export const BUY_STACK = 0b0001_0000
export const SELL_STACK = 0b0010_0000

/** Stacked imbalance (INDICATORS 6). Rows are inclusive. */
export interface Stack {
  readonly t: UnixMs
  readonly side: 'buy' | 'sell'
  readonly lowRow: number
  readonly highRow: number
  readonly count: number
  /** Lots of the dominant cells. */
  readonly volume: Lots
  /** Median ratio; Infinity when the opposite was 0. */
  readonly medianRatio: number
}

/** Effort without reward (INDICATORS 8), with all inputs that made it fire. */
export interface Effort {
  readonly t: UnixMs
  readonly side: 'bullish' | 'bearish'
  readonly score: number
  readonly relVolume: number
  readonly deltaShare: number
  readonly progress: number
  readonly closeLocation: number
  readonly levelRow: number
  /** Lots; may be a half. When twice the median exceeds 2^53 - 1: a whole number, halves rounded up. */
  readonly medianVolume: Lots
  readonly atrTicks: number
}

/** The columns of an analysis. */
const ANALYSIS_COLUMNS = {
  /** Row of the point of control by the chosen basis (raw: the row that holds the raw tick). */
  pocRow: { type: Int32Array, per: 'bar', unit: 'rows' },
  /** Tick of the point of control to draw: lower edge of pocRow, or the raw tick. */
  pocTick: { type: Int32Array, per: 'bar', unit: 'ticks' },
  valRow: { type: Int32Array, per: 'bar', unit: 'rows' },
  vahRow: { type: Int32Array, per: 'bar', unit: 'rows' },
  /** Minimum volume of an imbalance (auto may be fractional). */
  minVolume: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  /** CVD before the bar. Its candle: close = open + delta, high = open + maxDelta, low = open + minDelta. */
  cvdOpen: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  /** The same in the quote unit; its candle: close = open + barQuoteDelta, minDeltaQuote, maxDeltaQuote. */
  cvdQuoteOpen: { type: Float64Array, per: 'bar', unit: 'ticks x lots', overflow: true },
  /** Number of the contiguous segment of bars: an incomplete bar breaks the line. */
  cvdSegment: { type: Uint32Array, per: 'bar', unit: 'count' },
  /** VWAP at the bar's close; NaN when there is none (off, before the anchor, unknown). */
  vwap: { type: Float64Array, per: 'bar', unit: 'ticks' },
  /** Standard deviation around it; NaN when there is none. */
  vwapDeviation: { type: Float64Array, per: 'bar', unit: 'ticks' },
  /** Grades and stacks, as the bits above. */
  cellFlags: { type: Uint8Array, per: 'cell', unit: 'bits' },
} as const satisfies Record<string, ColumnSpec>

const ANALYSIS_OVERFLOW = overflowTable(ANALYSIS_COLUMNS)
const OVERFLOW_NAMES = columnNames(ANALYSIS_OVERFLOW)

/** Indicator results for a `Bars`; per-bar columns have its length, cellFlags one entry per cell. */
export interface Analysis extends ColumnsOf<typeof ANALYSIS_COLUMNS> {
  readonly length: number
  readonly stacks: readonly Stack[]
  readonly efforts: readonly Effort[]
  /** All zones, ended ones included, in order of birth. */
  readonly zones: readonly Zone[]
  /** Unfinished auctions, absorptions, exhaustions; the same object while none of them changed. */
  readonly signals: Signals
  /** Remainders, as `Bars.overflow`; null while all of these quantities are safe integers. */
  readonly overflow: ColumnsOf<typeof ANALYSIS_OVERFLOW> | null
}

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

/** An analysis without its lists. */
export type AnalysisPart = Pick<Analysis, keyof typeof ANALYSIS_COLUMNS | 'length' | 'overflow'>

type AnalysisExtent = Extent<typeof ANALYSIS_COLUMNS>

/** The per-bar and per-cell columns of an analysis, growing with its bars. */
export class AnalysisColumns extends GrowingColumns<typeof ANALYSIS_COLUMNS> {
  constructor() {
    super(ANALYSIS_COLUMNS)
  }

  /** Copies an analysis to bar and cell `at` on. */
  set(at: AnalysisExtent, analysis: AnalysisPart): void {
    const end = { bar: at.bar + analysis.length, cell: at.cell + analysis.cellFlags.length }
    this.reserve('bar', end.bar)
    this.reserve('cell', end.cell)
    const from = { bar: 0, cell: 0 }
    const to = { bar: analysis.length, cell: analysis.cellFlags.length }
    setColumns(ANALYSIS_COLUMNS, this.columns, at, analysis, from, to)
    if (analysis.overflow !== null) {
      setColumns(ANALYSIS_OVERFLOW, this.openOverflow(), at, analysis.overflow, from, to)
    } else if (this.columns.overflow !== null) clearColumns(ANALYSIS_OVERFLOW, this.columns.overflow, at, end)
  }

  /** Views of the first bars and cells, no copy. */
  view(bars: number, cells: number): AnalysisPart {
    return partOf(viewColumns, this.columns, { bar: 0, cell: 0 }, { bar: bars, cell: cells })
  }
}

/** The analysis of bars and cells [from, to) in newly allocated memory. */
export function copyAnalysis(analysis: AnalysisPart, from: AnalysisExtent, to: AnalysisExtent): AnalysisPart {
  return partOf(copyColumns, analysis, from, to)
}

/** The memory of all columns, to be transferred to another thread. */
export function analysisBuffers(analysis: AnalysisPart): ArrayBuffer[] {
  return [...columnBuffers(ANALYSIS_COLUMNS, analysis), ...columnBuffers(ANALYSIS_OVERFLOW, analysis.overflow)]
}

function partOf(
  take: typeof viewColumns,
  analysis: Omit<AnalysisPart, 'length'>,
  from: AnalysisExtent,
  to: AnalysisExtent,
): AnalysisPart {
  const { overflow } = analysis
  // Completed in place: all parts have one hidden class, and creating a view stays cheap.
  const part = take(ANALYSIS_COLUMNS, analysis, from, to) as Mutable<AnalysisPart>
  part.length = to.bar - from.bar
  part.overflow = null
  if (overflow !== null && OVERFLOW_NAMES.some((name) => hasOverflow(part[name]))) {
    part.overflow = take(ANALYSIS_OVERFLOW, overflow, from, to)
  }
  return part
}

function hasOverflow(column: Float64Array): boolean {
  return column.some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER)
}

/**
 * Rounds a score, strength or other displayed double for JSON: 4 decimals, halves away from zero.
 *
 * Input   any finite number below 1e21. Rounds the exact value of the double, not its shortest text: 0.03125 is an
 *         exact half and gives 0.0313; 2.00025 is stored slightly lower and gives 2.0002.
 * Output  a number that prints with at most 4 decimals; never -0.
 */
export function roundScore(value: number): number {
  // toFixed picks the larger of two equally near numbers of the magnitude, which is away from zero.
  return Number(value.toFixed(4)) + 0
}
