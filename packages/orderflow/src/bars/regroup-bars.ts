import { OrderflowError } from '../errors.ts'
import { viewColumns } from '../columns/column-table.ts'
import { BarArena } from './bar-arena.ts'
import { allocateEdges, BAR_OVERFLOW, CELL_COLUMNS, CELL_OVERFLOW, EDGE_LOTS, openEdgeOverflow } from './bars.ts'
import type { BarEdges, BarOverflow, Bars } from './bars.ts'
import { addCell, emptyRow, storeRow } from './exact-bars.ts'
import type { Ticks } from '../units/units.ts'
import { lotsAt, storeLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'

const MAX = Number.MAX_SAFE_INTEGER

/**
 * The same bars at a greater row height: row' = floor(row * step / step'), exact because step' is a multiple of step.
 *
 * Input   `keepEdges`: keep the edges on native ticks with the coarser bars (`Bars.edges`).
 * Output  the same object when the step is unchanged; otherwise new bars. All columns except the cells are kept,
 *         including rawPoc.
 * Cost    one pass over the cells.
 * Throws  OrderflowError BAD_STEP when the step is not a multiple of the bars' step, QUANTITY_RANGE (a sum beyond
 *         MAX_LOTS).
 * Source  docs/formulas/bars-and-delta.md, section "Rows".
 */
export function regroupBars(bars: Bars, step: Ticks, keepEdges = false): Bars {
  if (step === bars.step) return bars
  if (!(Number.isInteger(step) && step >= 1 && step % bars.step === 0)) {
    throw new OrderflowError('BAD_STEP', `a step here is a multiple of ${bars.step}, had ${step}`)
  }
  const arena = new BarArena(bars.cycleMs, step, bars.length)
  for (let i = 0; i < bars.length; i++) groupRows(arena, bars, i, step / bars.step)
  return {
    ...bars,
    ...viewColumns(CELL_COLUMNS, arena.columns, { cell: 0 }, { cell: arena.cellCount }),
    step,
    cellStart: arena.columns.cellStart.subarray(0, bars.length + 1),
    overflow: groupedOverflow(bars, arena),
    edges: keepEdges && bars.step === 1 ? edgesOfCells(bars) : bars.edges,
  }
}

/** The remainders of the bars are kept; those of the offsets may be the first that are needed. */
function groupedOverflow(bars: Bars, arena: BarArena): BarOverflow | null {
  if (bars.overflow === null && arena.columns.overflow === null) return null
  const start = { bar: 0, cell: 0 }
  const end = { bar: bars.length, cell: arena.cellCount }
  if (bars.overflow === null) return viewColumns(BAR_OVERFLOW, arena.openOverflow(), start, end)
  return { ...bars.overflow, ...viewColumns(CELL_OVERFLOW, arena.openOverflow(), start, end) }
}

/** Appends the cells of bar i to the arena, each the sum of the cells whose rows fall into one coarser row. */
function groupRows(arena: BarArena, bars: Bars, i: number, ratio: number): void {
  const { row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = bars
  const from = bars.cellStart[i]
  const end = bars.cellStart[i + 1]
  arena.reserve(0, end - from, end / row.length)
  const { columns } = arena
  const fineStep = bars.step
  let at = arena.cellCount
  let cell = from
  while (cell < end) {
    const coarse = Math.floor(row[cell] / ratio)
    const begin = cell
    const firstRow = coarse * ratio
    const nextRow = firstRow + ratio
    let bid = 0
    let ask = 0
    let bidTrades = 0
    let askTrades = 0
    let bidOffset = 0
    let askOffset = 0
    for (; cell < end && row[cell] < nextRow; cell++) {
      const sold = cellBid[cell]
      const bought = cellAsk[cell]
      const above = (row[cell] - firstRow) * fineStep
      bid += sold
      ask += bought
      bidTrades += cellBidTrades[cell]
      askTrades += cellAskTrades[cell]
      bidOffset += above * sold
      askOffset += above * bought
      if (cellBidOffset !== null && cellAskOffset !== null) {
        bidOffset += cellBidOffset[cell]
        askOffset += cellAskOffset[cell]
      }
    }
    columns.row[at] = coarse
    columns.cellBid[at] = bid
    columns.cellAsk[at] = ask
    columns.cellBidTrades[at] = bidTrades
    columns.cellAskTrades[at] = askTrades
    ;(columns.cellBidOffset as Float64Array)[at] = bidOffset
    ;(columns.cellAskOffset as Float64Array)[at] = askOffset
    if (bid + ask > MAX || bidOffset + askOffset > MAX) {
      const exact = emptyRow()
      for (let k = begin; k < cell; k++) addCell(exact, bars, k, (row[k] - firstRow) * fineStep)
      storeRow(arena, at, exact)
    }
    at += 1
  }
  arena.cellCount = at
  columns.cellStart[i + 1] = at
}

/** Edges of one bar on native ticks. */
interface BarEdge {
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
function edgesOfCells(bars: Bars): BarEdges {
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
