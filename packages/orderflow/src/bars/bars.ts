import {
  allocateColumns,
  columnBuffers,
  columnNames,
  copyColumns,
  firstDifferentEntry,
  lowerBound,
  overflowTable,
  tableOf,
  viewColumns,
} from '../columns/column-table.ts'
import type { ColumnsOf, ColumnSpec, Extent, Mutable } from '../columns/column-table.ts'
import type { DurationMs, Ticks, UnixMs } from '../units/units.ts'

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
export const CELL_OVERFLOW = tableOf(BAR_OVERFLOW, 'cell')

/** The quantities of a bar, of a cell and of the edges of a bar. */
export const BAR_LOTS = columnNames(tableOf(BAR_OVERFLOW, 'bar'))
export const CELL_LOTS = columnNames(CELL_OVERFLOW)
export const EDGE_LOTS = columnNames(EDGE_OVERFLOW)

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

interface BarSizes {
  readonly cycleMs: number
  readonly step: number
  readonly bars: number
  readonly cells: number
  /** Whether there are quote offsets; by default when the step is greater than 1. */
  readonly offsets?: boolean
}

/** Zeroed columns for bars yet to be written. All bars are made here, by `sliceBars` or by `copyBars`. */
export function allocateBars({ cycleMs, step, bars, cells, offsets = step > 1 }: BarSizes): BarBuffer {
  return barsOf(allocateColumns(BAR_COLUMNS, { bar: bars, cell: cells }, offsets), bars, cycleMs, step)
}

/** Zeroed remainders. */
export function allocateOverflow(size: Extent<typeof BAR_OVERFLOW>, offsets: boolean): BarOverflow {
  return allocateColumns(BAR_OVERFLOW, size, offsets)
}

/** Zeroed edges: unknown. */
export function allocateEdges(bars: number): Mutable<BarEdges> {
  return { ...allocateColumns(EDGE_COLUMNS, { bar: bars }), overflow: null }
}

/** The remainders of edges, allocated on the first call. */
export function openEdgeOverflow(edges: Mutable<BarEdges>): NonNullable<BarEdges['overflow']> {
  edges.overflow ??= allocateColumns(EDGE_OVERFLOW, { bar: edges.cells.length })
  return edges.overflow
}

/** Empty bars of a cycle and step. */
export function emptyBars(cycleMs: number, step: number): Bars {
  return allocateBars({ cycleMs, step, bars: 0, cells: 0 })
}

/** Bars [from, to) as views on the same memory; only the cell offsets are copied. */
export function sliceBars(bars: Bars, from: number, to: number = bars.length): Bars {
  const end = Math.min(to, bars.length)
  const start = Math.min(from, end)
  if (start === 0 && end === bars.length) return bars
  const part = viewBars(bars, start, end)
  part.cellStart = startingAtZero(part.cellStart.slice())
  return part
}

/** Bars [from, to) in newly allocated memory. */
export function copyBars(bars: Bars, from = 0, to: number = bars.length): Bars {
  const part = partOf(copyColumns, bars, from, to)
  startingAtZero(part.cellStart)
  return part
}

/** Like `sliceBars` without changing the cell offsets: those of the first bar may be greater than 0. */
export function viewBars(bars: Bars, from: number, to: number): BarBuffer {
  return partOf(viewColumns, bars, from, to)
}

function partOf(take: typeof viewColumns, bars: Bars, from: number, to: number): BarBuffer {
  const { overflow, edges } = bars
  const start = { bar: from, cell: bars.cellStart[from] }
  const end = { bar: to, cell: bars.cellStart[to] }
  const part = barsOf(take(BAR_COLUMNS, bars, start, end), to - from, bars.cycleMs, bars.step)
  if (overflow !== null && firstOverflow(bars, from, to) < to) part.overflow = take(BAR_OVERFLOW, overflow, start, end)
  if (edges !== null) {
    const remainders = edges.overflow && take(EDGE_OVERFLOW, edges.overflow, start, end)
    part.edges = { ...take(EDGE_COLUMNS, edges, start, end), overflow: remainders }
  }
  return part
}

/** Completes columns to bars; in place, so that all bars have one hidden class and creating a view stays cheap. */
function barsOf(
  columns: Mutable<ColumnsOf<typeof BAR_COLUMNS>>,
  length: number,
  cycleMs: number,
  step: number,
): BarBuffer {
  const bars = columns as BarBuffer
  bars.length = length
  bars.cycleMs = cycleMs
  bars.step = step
  bars.overflow = null
  bars.edges = null
  return bars
}

function startingAtZero(cellStart: Uint32Array): Uint32Array {
  const first = cellStart[0]
  for (let i = 0; i < cellStart.length; i++) cellStart[i] -= first
  return cellStart
}

/** The memory of all columns, to be transferred to another thread. */
export function barBuffers(bars: Bars): ArrayBuffer[] {
  const { overflow, edges } = bars
  return [
    ...columnBuffers(BAR_COLUMNS, bars),
    ...columnBuffers(BAR_OVERFLOW, overflow),
    ...columnBuffers(EDGE_COLUMNS, edges),
    ...columnBuffers(EDGE_OVERFLOW, edges && edges.overflow),
  ]
}

/**
 * True when every column of both holds the same values (NaN equals NaN, a missing offset column only a missing one),
 * including remainders and edges; missing remainders are 0, missing edges are unknown.
 */
export function barsEqual(a: Bars, b: Bars): boolean {
  return firstDifference(a, b) === null
}

/** Describes the first difference between two runs of bars, for a test message or a log; null when they are equal. */
export function firstDifference(a: Bars, b: Bars): string | null {
  for (const name of ['length', 'cycleMs', 'step'] as const) {
    if (a[name] !== b[name]) return `${name} ${a[name]} and ${b[name]}`
  }
  for (const name of ['row', 'cellBidOffset', 'cellAskOffset'] as const) {
    const [left, right] = [a[name], b[name]]
    if ((left === null) !== (right === null)) return `${name} is missing on one side`
    if (left?.length !== right?.length) return `${name} has ${left?.length} and ${right?.length} entries`
  }
  return (
    firstDifferentEntry('', BAR_COLUMNS, a, b) ??
    firstDifferentEntry('the remainder of ', BAR_OVERFLOW, a.overflow, b.overflow) ??
    firstDifferentEntry('edges.', EDGE_COLUMNS, a.edges, b.edges) ??
    firstDifferentEntry('the remainder of edges.', EDGE_OVERFLOW, overflowOf(a.edges), overflowOf(b.edges))
  )
}

const overflowOf = (edges: BarEdges | null) => edges && edges.overflow

/** Index of the first bar with t >= the given time, `length` when there is none. */
export function lowerBoundT(bars: Pick<Bars, 'length' | 't'>, t: UnixMs): number {
  return lowerBound(bars.t, bars.length, t)
}

/** The columns that show whether a bar overflows; the nearest doubles are sufficient. */
type Sums = Pick<Bars, 'step' | 'bid' | 'ask' | 'cellStart' | 'cellBidOffset' | 'cellAskOffset'>

const MAX = Number.MAX_SAFE_INTEGER

/**
 * Whether bar i needs remainders (`Bars.overflow`): its volume, or the quote offsets of one of its cells, exceed
 * 2^53 - 1.
 *
 * Growing doubles show this reliably: up to the bound every partial sum was exact, and a sum that exceeded the bound is
 * still above it at the end.
 * Cost    one comparison; a pass over the bar's cells only where offsets could be too large.
 */
export function hasOverflow({ step, bid, ask, cellStart, cellBidOffset, cellAskOffset }: Sums, i: number): boolean {
  const volume = bid[i] + ask[i]
  if (volume > MAX) return true
  if (cellBidOffset === null || cellAskOffset === null || (step - 1) * volume <= MAX) return false
  for (let cell = cellStart[i]; cell < cellStart[i + 1]; cell++) {
    if (cellBidOffset[cell] + cellAskOffset[cell] > MAX) return true
  }
  return false
}

/** The first bar of [from, to) that needs remainders, or `to`. */
export function firstOverflow(bars: Sums, from: number, to: number): number {
  let i = from
  while (i < to && !hasOverflow(bars, i)) i += 1
  return i
}
