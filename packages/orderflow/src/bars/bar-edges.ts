import { lotsAt, storeLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { allocateEdges, openEdgeOverflow } from './bar-columns.ts'
import { EDGE_LOTS } from './bars.ts'
import type { BarEdges, Bars } from './bars.ts'

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
  if (edges === null || edges.cells[i] === 0) return null
  return {
    cells: edges.cells[i],
    highBid: lotsAt(edges, 'highBid', i),
    highAsk: lotsAt(edges, 'highAsk', i),
    lowBid: lotsAt(edges, 'lowBid', i),
    lowAsk: lotsAt(edges, 'lowAsk', i),
  }
}

function edgeOfCells(bars: Bars, i: number): BarEdge {
  const { cellBid, cellAsk } = bars
  const first = bars.cellStart[i]
  const last = bars.cellStart[i + 1] - 1
  let cells = 0
  for (let k = first; k <= last; k++) cells += Number(cellBid[k] > 0) + Number(cellAsk[k] > 0)
  return {
    cells,
    highBid: lotsAt(bars, 'cellBid', last),
    highAsk: lotsAt(bars, 'cellAsk', last),
    lowBid: lotsAt(bars, 'cellBid', first),
    lowAsk: lotsAt(bars, 'cellAsk', first),
  }
}

/** Computes the edges of all bars of native rows, to be kept when rows are grouped. */
export function edgesOfCells(bars: Bars): BarEdges {
  const edges = allocateEdges(bars.length)
  for (let i = 0; i < bars.length; i++) {
    const edge = edgeOfCells(bars, i)
    edges.cells[i] = edge.cells
    for (const name of EDGE_LOTS) {
      if (typeof edge[name] === 'bigint') openEdgeOverflow(edges)
      storeLots(edges, name, i, edge[name])
    }
  }
  return edges
}
