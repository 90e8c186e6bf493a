import {
  allocateColumns,
  columnBuffers,
  copyColumns,
  firstDifferentEntry,
  viewColumns,
} from '../columns/column-table.ts'
import type { ColumnsOf, Extent, Mutable } from '../columns/column-table.ts'
import { BAR_COLUMNS, BAR_OVERFLOW, EDGE_COLUMNS, EDGE_OVERFLOW } from './bars.ts'
import type { BarBuffer, BarEdges, BarOverflow, Bars } from './bars.ts'
import { firstOverflow } from './overflow.ts'
import type { UnixMs } from '../units/units.ts'

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
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bars.t[middle] < t) low = middle + 1
    else high = middle
  }
  return low
}
