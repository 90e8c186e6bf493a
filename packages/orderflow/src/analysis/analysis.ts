import type { Signals } from '../signals/signal.ts'
import type { Lots } from '../units/lots.ts'
import type { Zone } from '../zones/zone.ts'

/** Bits of `Analysis.cellFlags`. Grades 1-3 (INDICATORS 5: ratio x 1, 5/3, 10/3), 0 = no imbalance. */
export const BUY_GRADE_MASK = 0b0000_0011
export const SELL_GRADE_SHIFT = 2
export const SELL_GRADE_MASK = 0b0000_1100
/** The cell is part of a stacked imbalance of that side. */
export const BUY_STACK = 0b0001_0000
export const SELL_STACK = 0b0010_0000

/** Stacked imbalance (INDICATORS 6). Rows are inclusive. */
export interface Stack {
  readonly t: number
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
  readonly t: number
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

/** Indicator results for a `Bars`; per-bar columns have its length, cellFlags one entry per cell. */
export interface Analysis {
  readonly length: number
  /** Row of the point of control by the chosen basis (raw: the row that holds the raw tick). */
  readonly pocRow: Int32Array
  /** Tick of the point of control to draw: lower edge of pocRow, or the raw tick. */
  readonly pocTick: Int32Array
  readonly valRow: Int32Array
  readonly vahRow: Int32Array
  /** Minimum volume of each bar, lots (auto may be fractional). */
  readonly minVolume: Float64Array
  readonly cellFlags: Uint8Array
  /** CVD before the bar, and the offsets of its candle: close = open + delta, high = open + maxDelta, low = open + minDelta. */
  readonly cvdOpen: Float64Array
  /** CVD before the bar in the quote unit, ticks x lots; its candle: close = open + barQuoteDelta, minDeltaQuote, maxDeltaQuote. */
  readonly cvdQuoteOpen: Float64Array
  /** Number of the contiguous segment of bars: an incomplete bar breaks the line. */
  readonly cvdSegment: Uint32Array
  /**
   * VWAP at the bar's close and its standard deviation, ticks; NaN when there is none (off, before the anchor,
   * unknown).
   */
  readonly vwap: Float64Array
  readonly vwapDeviation: Float64Array
  readonly stacks: readonly Stack[]
  readonly efforts: readonly Effort[]
  /** All zones, ended ones included, in order of birth. */
  readonly zones: readonly Zone[]
  /** Unfinished auctions, absorptions, exhaustions; the same object while none of them changed. */
  readonly signals: Signals
  /** Remainders of minVolume, cvdOpen and cvdQuoteOpen; null while all of them are safe integers. */
  readonly wide: AnalysisRests | null
}

/** Like `WideRests` of the bars: quantity = column entry + remainder; read with `lotsAt`. */
export interface AnalysisRests {
  readonly minVolume: Float64Array
  readonly cvdOpen: Float64Array
  readonly cvdQuoteOpen: Float64Array
}
