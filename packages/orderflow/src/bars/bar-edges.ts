import { lotsAt, storeLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { Bars } from './bars.ts'
import { EDGE_LOTS } from './edge-columns.ts'
import type { BarEdges, EdgeLots } from './edge-columns.ts'

/** Edges of one bar on native ticks. */
export interface BarEdge {
  readonly cells: number
  readonly highBid: Lots
  readonly highAsk: Lots
  readonly lowBid: Lots
  readonly lowAsk: Lots
}

/**
 * Returns the edges of bar i on native ticks: from its cells when the step is 1, otherwise from `Bars.edges`.
 *
 * Output  null when unknown (rows coarser than a tick that were not made from native ones).
 * Cost    one pass over the cells at step 1, otherwise none.
 */
export function edgeOf(bars: Bars, i: number): BarEdge | null {
  if (bars.step === 1) return edgeOfCells(bars, i)
  const { edges } = bars
  if (!edges || edges.cells[i] === 0) return null
  const lots = (name: EdgeLots): Lots => lotsAt(edges[name], edges.rests && edges.rests[name], i)
  return {
    cells: edges.cells[i],
    highBid: lots('highBid'),
    highAsk: lots('highAsk'),
    lowBid: lots('lowBid'),
    lowAsk: lots('lowAsk'),
  }
}

function edgeOfCells(bars: Bars, i: number): BarEdge {
  const { cellBid, cellAsk, wide } = bars
  const first = bars.cellStart[i]
  const last = bars.cellStart[i + 1] - 1
  let cells = 0
  for (let k = first; k <= last; k++) cells += Number(cellBid[k] > 0) + Number(cellAsk[k] > 0)
  const bid = (k: number): Lots => lotsAt(cellBid, wide && wide.cellBid, k)
  const ask = (k: number): Lots => lotsAt(cellAsk, wide && wide.cellAsk, k)
  return { cells, highBid: bid(last), highAsk: ask(last), lowBid: bid(first), lowAsk: ask(first) }
}

/** Computes the edges of all bars of native rows, to be kept when rows are grouped. */
export function edgesOfCells(bars: Bars): BarEdges {
  const edges = new EdgeColumns(bars.length)
  for (let i = 0; i < bars.length; i++) edges.set(i, edgeOfCells(bars, i))
  return edges
}

/** The edges of bars [from, to), as views. */
export function sliceEdges(edges: BarEdges, from: number, to: number): BarEdges {
  const { cells, highBid, highAsk, lowBid, lowAsk, rests } = edges
  const cut = (column: Float64Array): Float64Array => column.subarray(from, to)
  return {
    cells: cells.subarray(from, to),
    highBid: cut(highBid),
    highAsk: cut(highAsk),
    lowBid: cut(lowBid),
    lowAsk: cut(lowAsk),
    rests: rests && {
      highBid: cut(rests.highBid),
      highAsk: cut(rests.highAsk),
      lowBid: cut(rests.lowBid),
      lowAsk: cut(rests.lowAsk),
    },
  }
}

/** Growing `BarEdges`. Entries that were not written are 0: unknown. */
export class EdgeColumns implements BarEdges {
  cells: Uint32Array
  highBid: Float64Array
  highAsk: Float64Array
  lowBid: Float64Array
  lowAsk: Float64Array
  rests: Record<EdgeLots, Float64Array> | null = null

  constructor(bars: number) {
    this.cells = new Uint32Array(bars)
    this.highBid = new Float64Array(bars)
    this.highAsk = new Float64Array(bars)
    this.lowBid = new Float64Array(bars)
    this.lowAsk = new Float64Array(bars)
  }

  set(i: number, edge: BarEdge): void {
    this.cells[i] = edge.cells
    for (const name of EDGE_LOTS) {
      const lots = edge[name]
      if (typeof lots === 'number' && this.rests === null) this[name][i] = lots
      else storeLots(this[name], this.openRests()[name], i, lots)
    }
  }

  openRests(): Record<EdgeLots, Float64Array> {
    const { length } = this.cells
    const none = (): Float64Array => new Float64Array(length)
    this.rests ??= { highBid: none(), highAsk: none(), lowBid: none(), lowAsk: none() }
    return this.rests
  }

  /** Copies the edges of bars [from, to) of another run to bar `at` on. */
  copy(edges: BarEdges, from: number, to: number, at: number): void {
    this.cells.set(edges.cells.subarray(from, to), at)
    for (const name of EDGE_LOTS) {
      this[name].set(edges[name].subarray(from, to), at)
      if (edges.rests !== null) this.openRests()[name].set(edges.rests[name].subarray(from, to), at)
    }
  }

  clear(from: number, to: number): void {
    this.cells.fill(0, from, to)
    for (const name of EDGE_LOTS) {
      this[name].fill(0, from, to)
      this.rests?.[name].fill(0, from, to)
    }
  }

  grow(bars: number): void {
    const cells = new Uint32Array(bars)
    cells.set(this.cells)
    this.cells = cells
    for (const name of EDGE_LOTS) {
      this[name] = grown(this[name], bars)
      if (this.rests !== null) this.rests[name] = grown(this.rests[name], bars)
    }
  }
}

function grown(from: Float64Array, size: number): Float64Array {
  const to = new Float64Array(size)
  to.set(from)
  return to
}
