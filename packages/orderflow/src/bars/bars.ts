import type { BarEdges } from './edge-columns.ts'

/** States of a bar (INDICATORS 11), as stored in `Bars.state`. */
export const BAR_OPEN = 0
export const BAR_COMPLETE = 1
export const BAR_REPAIRING = 2
export const BAR_INCOMPLETE = 3

/** Value of an Int32 column for "no such row or price". */
export const NO_ROW = -2147483648

/**
 * Footprint bars as columns: bar i owns the cells [cellStart[i], cellStart[i + 1]).
 * Only bars with trades exist; bars ascend by `t`; the cells of a bar ascend by `row`; only traded rows are stored.
 */
export interface Bars {
  readonly length: number
  /** Length of a bar in ms (604800000 = week from Monday). */
  readonly cycleMs: number
  /** Row height in ticks: row = floor(priceTicks / step). */
  readonly step: number
  /** Start of the bar, ms since the epoch. */
  readonly t: Float64Array
  /** Prices in ticks. */
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly close: Int32Array
  /** Lots sold by aggressors, lots bought by aggressors. volume = bid + ask, delta = ask - bid. */
  readonly bid: Float64Array
  readonly ask: Float64Array
  /** Extremes of the running delta inside the bar, from and including 0. Lots. */
  readonly minDelta: Float64Array
  readonly maxDelta: Float64Array
  /** The same in ticks x lots (quote); NaN when the exact value exceeds 2^53 - 1. */
  readonly minDeltaQuote: Float64Array
  readonly maxDeltaQuote: Float64Array
  /**
   * Sum of price x price x lots in ticks x ticks x lots, three parts of 48 bits per bar (read with `barSquares`); NaN
   * when unknown: coarser bars packed before the column existed.
   */
  readonly squares: Float64Array
  /** Fills. */
  readonly trades: Uint32Array
  /** Point of control on native ticks, in ticks; NO_ROW when the bar was not made from native rows. */
  readonly rawPoc: Int32Array
  /** BAR_OPEN, BAR_COMPLETE, BAR_REPAIRING or BAR_INCOMPLETE. */
  readonly state: Uint8Array
  readonly revision: Uint32Array
  /** length + 1 offsets into the cell columns. */
  readonly cellStart: Uint32Array
  readonly row: Int32Array
  readonly cellBid: Float64Array
  readonly cellAsk: Float64Array
  /** Fills per side. */
  readonly cellBidTrades: Uint32Array
  readonly cellAskTrades: Uint32Array
  /**
   * Quote parts: sum of (priceTicks - row * step) x lots per side, so that quote = row * step * lots + offset, exactly.
   * All zero (and null here) when step is 1.
   */
  readonly cellBidOffset: Float64Array | null
  readonly cellAskOffset: Float64Array | null
  /**
   * Remainders of the quantity columns above. Null while no bar is wide: then the volume of every bar and the quote
   * offsets of every cell, both sides together, are safe integers, and so is every entry.
   */
  readonly wide: WideRests | null
  /** Edges of the bars on native ticks, when requested and the rows are coarser; absent or null: unknown. */
  readonly edges?: BarEdges | null
}

/**
 * Remainders of quantities beyond 2^53 - 1 (INDICATORS 1, `wide`): quantity = column entry + remainder, exactly; the
 * column holds the nearest double, which is sufficient for drawing. The remainder is 0 when the quantity is a safe
 * integer. Read with `lotsAt` (units/lots.ts).
 */
export interface WideRests {
  readonly bid: Float64Array
  readonly ask: Float64Array
  readonly minDelta: Float64Array
  readonly maxDelta: Float64Array
  readonly cellBid: Float64Array
  readonly cellAsk: Float64Array
  /** Null when the offset columns are null. */
  readonly cellBidOffset: Float64Array | null
  readonly cellAskOffset: Float64Array | null
}
