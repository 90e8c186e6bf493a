import { OrderflowError } from '../errors.ts'
import { BarArena } from './bar-arena.ts'
import type { Bars } from './bars.ts'
import { checkSums } from './check-sums.ts'

/**
 * The same bars at a greater row height: row' = floor(row * step / step'), exact because step' is a multiple of step.
 *
 * Output  the same object when the step is unchanged; otherwise new bars. Everything but the cells stays, rawPoc included.
 * Cost    one pass over the cells.
 * Throws  OrderflowError BAD_STEP when the step is no multiple of the bars' own, QUANTITY_RANGE.
 * Source  docs/formulas/bars-and-delta.md, section "Rows".
 */
export function regroupBars(bars: Bars, step: number): Bars {
  if (step === bars.step) return bars
  if (!(Number.isInteger(step) && step >= 1 && step % bars.step === 0)) {
    throw new OrderflowError('BAD_STEP', `a step here is a multiple of ${bars.step}, had ${step}`)
  }
  const cells = new BarArena(bars.cycleMs, step, bars.length, bars.row.length)
  groupRows(cells, bars, step / bars.step)
  const out: Bars = {
    ...bars,
    step,
    cellStart: cells.cellStart.subarray(0, bars.length + 1),
    row: cells.row.subarray(0, cells.cellCount),
    cellBid: cells.cellBid.subarray(0, cells.cellCount),
    cellAsk: cells.cellAsk.subarray(0, cells.cellCount),
    cellBidTrades: cells.cellBidTrades.subarray(0, cells.cellCount),
    cellAskTrades: cells.cellAskTrades.subarray(0, cells.cellCount),
    cellBidOffset: (cells.cellBidOffset as Float64Array).subarray(0, cells.cellCount),
    cellAskOffset: (cells.cellAskOffset as Float64Array).subarray(0, cells.cellCount),
  }
  checkSums(out)
  return out
}

function groupRows(arena: BarArena, bars: Bars, ratio: number): void {
  const { row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = bars
  const bidOffset = arena.cellBidOffset as Float64Array
  const askOffset = arena.cellAskOffset as Float64Array
  const fineStep = bars.step
  let at = -1
  for (let i = 0; i < bars.length; i++) {
    arena.cellStart[i] = at + 1
    let nextRow = -Infinity
    let firstRow = 0
    for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
      const fine = row[cell]
      if (fine >= nextRow) {
        const coarse = Math.floor(fine / ratio)
        firstRow = coarse * ratio
        nextRow = firstRow + ratio
        at += 1
        arena.row[at] = coarse
        arena.cellBid[at] = 0
        arena.cellAsk[at] = 0
        arena.cellBidTrades[at] = 0
        arena.cellAskTrades[at] = 0
        bidOffset[at] = 0
        askOffset[at] = 0
      }
      const above = (fine - firstRow) * fineStep
      arena.cellBid[at] += cellBid[cell]
      arena.cellAsk[at] += cellAsk[cell]
      arena.cellBidTrades[at] += cellBidTrades[cell]
      arena.cellAskTrades[at] += cellAskTrades[cell]
      bidOffset[at] += above * cellBid[cell] + (cellBidOffset === null ? 0 : cellBidOffset[cell])
      askOffset[at] += above * cellAsk[cell] + (cellAskOffset === null ? 0 : cellAskOffset[cell])
    }
  }
  arena.cellStart[bars.length] = at + 1
  arena.cellCount = at + 1
}
