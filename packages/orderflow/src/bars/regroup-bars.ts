import { OrderflowError } from '../errors.ts'
import { BarArena } from './bar-arena.ts'
import { edgesOfCells } from './bar-edges.ts'
import type { Bars, WideRests } from './bars.ts'
import type { ExactRow } from './exact-rows.ts'
import { storeRow } from './exact-rows.ts'
import { sliceRests } from './wide-columns.ts'
import { addCell } from './wide-pieces.ts'

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
export function regroupBars(bars: Bars, step: number, keepEdges = false): Bars {
  if (step === bars.step) return bars
  if (!(Number.isInteger(step) && step >= 1 && step % bars.step === 0)) {
    throw new OrderflowError('BAD_STEP', `a step here is a multiple of ${bars.step}, had ${step}`)
  }
  const cells = new BarArena(bars.cycleMs, step)
  const cellStart = new Uint32Array(bars.length + 1)
  for (let i = 0; i < bars.length; i++) {
    cellStart[i] = cells.cellCount
    groupRows(cells, bars, i, step / bars.step)
  }
  cellStart[bars.length] = cells.cellCount
  const { row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = cells.view()
  const grouped = { row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset }
  const whole = { ...bars, ...grouped, step, cellStart, wide: groupedRests(bars, cells) }
  return keepEdges && bars.step === 1 ? { ...whole, edges: edgesOfCells(bars) } : whole
}

/** The remainders of the bars are kept; the offsets may be the first to need remainders. */
function groupedRests(bars: Bars, cells: BarArena): WideRests | null {
  if (bars.wide === null && cells.rests === null) return null
  const none = new Float64Array(bars.length)
  const { bid, ask, minDelta, maxDelta } = bars.wide ?? { bid: none, ask: none, minDelta: none, maxDelta: none }
  const rests = sliceRests(cells.openRests(), { from: 0, to: 0 }, { from: 0, to: cells.cellCount })
  return { ...rests, bid, ask, minDelta, maxDelta }
}

/** Appends the cells of bar i to the arena, each the sum of the cells whose rows fall into one coarser row. */
function groupRows(arena: BarArena, bars: Bars, i: number, ratio: number): void {
  const { row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = bars
  const from = bars.cellStart[i]
  const end = bars.cellStart[i + 1]
  arena.reserve(0, end - from, end / row.length)
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
    arena.row[at] = coarse
    arena.cellBid[at] = bid
    arena.cellAsk[at] = ask
    arena.cellBidTrades[at] = bidTrades
    arena.cellAskTrades[at] = askTrades
    ;(arena.cellBidOffset as Float64Array)[at] = bidOffset
    ;(arena.cellAskOffset as Float64Array)[at] = askOffset
    if (bid + ask > MAX || bidOffset + askOffset > MAX) {
      const exact: ExactRow = { bid: 0n, ask: 0n, bidOffset: 0n, askOffset: 0n }
      for (let k = begin; k < cell; k++) addCell(exact, bars, k, (row[k] - firstRow) * fineStep)
      storeRow(arena, at, exact)
    }
    at += 1
  }
  arena.cellCount = at
}
