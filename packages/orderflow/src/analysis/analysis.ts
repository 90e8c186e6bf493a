import { overflowTable } from '../columns/column-table.ts'
import type { ColumnSpec, ColumnsOf } from '../columns/column-table.ts'
import type { Signals } from '../signals/signal.ts'
import type { Lots } from '../units/lots.ts'
import type { Zone } from '../zones/zone.ts'
import type { UnixMs } from '../units/units.ts'

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
export const ANALYSIS_COLUMNS = {
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

export const ANALYSIS_OVERFLOW = overflowTable(ANALYSIS_COLUMNS)

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
