import { OrderflowError } from '../errors.ts'
import { viewColumns } from '../columns/column-table.ts'
import { BarArena } from './bar-arena.ts'
import { edgesOfCells } from './bar-edges.ts'
import { BAR_OVERFLOW, CELL_COLUMNS } from './bars.ts'
import type { BarOverflow, Bars } from './bars.ts'
import { addCell, emptyRow, storeRow } from './exact-bars.ts'
import type { Ticks } from '../units/units.ts'

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
  const { row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = viewColumns(
    CELL_COLUMNS,
    arena.columns,
    { cell: 0 },
    { cell: arena.cellCount },
  )
  return {
    ...bars,
    step,
    cellStart: arena.columns.cellStart.subarray(0, bars.length + 1),
    row,
    cellBid,
    cellAsk,
    cellBidTrades,
    cellAskTrades,
    cellBidOffset,
    cellAskOffset,
    overflow: groupedOverflow(bars, arena),
    edges: keepEdges && bars.step === 1 ? edgesOfCells(bars) : bars.edges,
  }
}

/** The remainders of the bars are kept; those of the offsets may be the first that are needed. */
function groupedOverflow(bars: Bars, arena: BarArena): BarOverflow | null {
  if (bars.overflow === null && arena.columns.overflow === null) return null
  const start = { bar: 0, cell: 0 }
  const end = { bar: bars.length, cell: arena.cellCount }
  const grouped = viewColumns(BAR_OVERFLOW, arena.openOverflow(), start, end)
  if (bars.overflow === null) return grouped
  const { bid, ask, minDelta, maxDelta } = bars.overflow
  return { ...grouped, bid, ask, minDelta, maxDelta }
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
