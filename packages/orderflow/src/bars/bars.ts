import { overflowTable, tableOf } from '../columns/column-table.ts'
import type { ColumnSpec, ColumnsOf, Mutable } from '../columns/column-table.ts'
import type { DurationMs, Ticks } from '../units/units.ts'

/** States of a bar (INDICATORS 11), as stored in `Bars.state`. */
export const BAR_OPEN = 0
export const BAR_COMPLETE = 1
export const BAR_REPAIRING = 2
export const BAR_INCOMPLETE = 3

/** Value of an Int32 column for "no such row or price". */
export const NO_ROW = -2147483648

/**
 * How the packed format stores a bar column: as `integers`; as `lots` (integers, two columns when one of them
 * overflows); in a `special` layout; or not at all, because it is the `sum` of the cells.
 */
interface BarColumnSpec extends ColumnSpec {
  readonly packed: 'integers' | 'lots' | 'special' | 'sum'
}

/**
 * The columns of footprint bars (docs/data/bar.md). Bar i owns the cells [cellStart[i], cellStart[i + 1]). Only bars
 * with trades exist; bars ascend by `t`, the cells of a bar by `row`; only traded rows are stored.
 */
export const BAR_COLUMNS = {
  /** Start of the bar, ms since the epoch. */
  t: { type: Float64Array, per: 'bar', unit: 'ms', packed: 'special' },
  open: { type: Int32Array, per: 'bar', unit: 'ticks', packed: 'integers' },
  high: { type: Int32Array, per: 'bar', unit: 'ticks', packed: 'integers' },
  low: { type: Int32Array, per: 'bar', unit: 'ticks', packed: 'integers' },
  close: { type: Int32Array, per: 'bar', unit: 'ticks', packed: 'integers' },
  /** Volume of aggressive selling. */
  bid: { type: Float64Array, per: 'bar', unit: 'lots', packed: 'sum', overflow: true },
  /** Volume of aggressive buying: volume = bid + ask, delta = ask - bid. */
  ask: { type: Float64Array, per: 'bar', unit: 'lots', packed: 'sum', overflow: true },
  /** Minimum of the running delta inside the bar, from and including 0. */
  minDelta: { type: Float64Array, per: 'bar', unit: 'lots', packed: 'lots', overflow: true },
  /** Maximum of the running delta inside the bar, from and including 0. */
  maxDelta: { type: Float64Array, per: 'bar', unit: 'lots', packed: 'lots', overflow: true },
  /** Minimum of the running delta in the quote unit; NaN when the exact value exceeds 2^53 - 1. */
  minDeltaQuote: { type: Float64Array, per: 'bar', unit: 'ticks x lots', packed: 'integers' },
  /** Maximum of the running delta in the quote unit; NaN when the exact value exceeds 2^53 - 1. */
  maxDeltaQuote: { type: Float64Array, per: 'bar', unit: 'ticks x lots', packed: 'integers' },
  /**
   * Sum of price x price x lots, in three parts of 48 bits (read with `barSquares`); NaN when unknown: coarser bars
   * packed before the column existed.
   */
  squares: { type: Float64Array, per: 'bar', unit: 'ticks x ticks x lots', packed: 'special', width: 3 },
  trades: { type: Uint32Array, per: 'bar', unit: 'fills', packed: 'sum' },
  /** Point of control on native ticks; NO_ROW when the bar was not made from native rows. */
  rawPoc: { type: Int32Array, per: 'bar', unit: 'ticks', packed: 'integers' },
  /** BAR_OPEN, BAR_COMPLETE, BAR_REPAIRING or BAR_INCOMPLETE. */
  state: { type: Uint8Array, per: 'bar', unit: 'state', packed: 'special' },
  revision: { type: Uint32Array, per: 'bar', unit: 'count', packed: 'special' },
  /** Offsets into the cell columns, one more than bars. */
  cellStart: { type: Uint32Array, per: 'bar', unit: 'cells', packed: 'integers', extra: 1 },
  /** floor(price / step). */
  row: { type: Int32Array, per: 'cell', unit: 'rows', packed: 'special' },
  cellBid: { type: Float64Array, per: 'cell', unit: 'lots', packed: 'lots', overflow: true },
  cellAsk: { type: Float64Array, per: 'cell', unit: 'lots', packed: 'lots', overflow: true },
  cellBidTrades: { type: Uint32Array, per: 'cell', unit: 'fills', packed: 'special' },
  cellAskTrades: { type: Uint32Array, per: 'cell', unit: 'fills', packed: 'special' },
  /**
   * Sum of (price - row * step) x lots of the bid side, so that its quote volume is row * step * lots + offset, exactly.
   * Null (all zero) when the step is 1.
   */
  cellBidOffset: {
    type: Float64Array,
    per: 'cell',
    unit: 'ticks x lots',
    packed: 'lots',
    overflow: true,
    optional: true,
  },
  /** The same for the ask side. */
  cellAskOffset: {
    type: Float64Array,
    per: 'cell',
    unit: 'ticks x lots',
    packed: 'lots',
    overflow: true,
    optional: true,
  },
} as const satisfies Record<string, BarColumnSpec>

/**
 * Edges of bars on native ticks, kept when the rows are coarser than a tick. They are not additive (two bars may trade
 * the same tick), so composing bars requires the native rows.
 */
export const EDGE_COLUMNS = {
  /** Native cells > 0, bid and ask cells counted separately; 0 when the bar was not made from native rows. */
  cells: { type: Uint32Array, per: 'bar', unit: 'cells' },
  /** Lots traded at the highest and at the lowest tick, by side. */
  highBid: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  highAsk: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  lowBid: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  lowAsk: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
} as const satisfies Record<string, ColumnSpec>

/** The columns of the cells alone. */
export const CELL_COLUMNS = tableOf(BAR_COLUMNS, 'cell')

export const BAR_OVERFLOW = overflowTable(BAR_COLUMNS)
export const EDGE_OVERFLOW = overflowTable(EDGE_COLUMNS)
export const EDGE_LOTS = ['highBid', 'highAsk', 'lowBid', 'lowAsk'] as const

/**
 * Remainders of the sums beyond 2^53 - 1 (INDICATORS 1): quantity = column entry + remainder, exactly; the column holds
 * the nearest double, which is sufficient for drawing. The remainder of a safe integer is 0. Read with `lotsAt`.
 */
export type BarOverflow = ColumnsOf<typeof BAR_OVERFLOW>

export interface BarEdges extends ColumnsOf<typeof EDGE_COLUMNS> {
  /** Null while every entry is a safe integer. */
  readonly overflow: ColumnsOf<typeof EDGE_OVERFLOW> | null
}

/** Footprint bars: the columns of `BAR_COLUMNS`. */
export interface Bars extends ColumnsOf<typeof BAR_COLUMNS> {
  readonly length: number
  /** Length of a bar in ms (604800000 = week from Monday); 0 for bars of fills or volume. */
  readonly cycleMs: DurationMs
  /** Row height in ticks: row = floor(priceTicks / step). */
  readonly step: Ticks
  /**
   * Null while no bar overflows: then the volume of every bar and the quote offsets of every cell, both sides together,
   * are safe integers, and so is every entry.
   */
  readonly overflow: BarOverflow | null
  /** Edges on native ticks, when requested and the rows are coarser; null: unknown. */
  readonly edges: BarEdges | null
}

/** Bars under construction: the columns may have more entries than `length` bars. */
export type BarBuffer = Mutable<Bars>
