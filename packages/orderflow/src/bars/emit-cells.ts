import type { BarArena } from './bar-arena.ts'
import { NO_ROW } from './bars.ts'
import type { CellScratch } from './cell-scratch.ts'

/**
 * Writes the summed cells of bar `arena.length` behind the arena's last cell, ascending by row, and sets the scratch back
 * to zero. The rows of the scratch are rows of the arena. The bar's own columns are written already; its rawPoc is set
 * when the step is 1.
 */
export function emitCells(arena: BarArena, scratch: CellScratch): void {
  scratch.collect()
  const { used, slots, rows, bid, ask, bidTrades, askTrades, bidOffset, askOffset } = scratch
  arena.reserve(1, used)
  const { row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset, cellCount: at } = arena
  for (let i = 0; i < used; i++) {
    const slot = slots[i]
    const cell = at + i
    row[cell] = rows[i]
    cellBid[cell] = bid[slot]
    cellAsk[cell] = ask[slot]
    cellBidTrades[cell] = bidTrades[slot]
    cellAskTrades[cell] = askTrades[slot]
    bid[slot] = 0
    ask[slot] = 0
    bidTrades[slot] = 0
    askTrades[slot] = 0
  }
  if (cellBidOffset !== null && cellAskOffset !== null) {
    for (let i = 0; i < used; i++) {
      const slot = slots[i]
      cellBidOffset[at + i] = bidOffset[slot]
      cellAskOffset[at + i] = askOffset[slot]
      bidOffset[slot] = 0
      askOffset[slot] = 0
    }
  }
  const bar = arena.length
  arena.rawPoc[bar] = arena.step === 1 ? greatestTick(arena, row, cellBid, cellAsk, at, used) : NO_ROW
  finishBar(arena, at + used)
}

/**
 * The same for a scratch whose rows are native ticks and an arena of a greater step: ticks are grouped by floor, and what
 * a tick lies above its row's lower edge goes into the cell's offset so that quote sums stay exact.
 */
export function emitGrouped(arena: BarArena, scratch: CellScratch): void {
  scratch.collect()
  const { used, slots, rows, bid, ask, bidTrades, askTrades } = scratch
  arena.reserve(1, used)
  const { step, row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellCount } = arena
  const bidOffset = arena.cellBidOffset as Float64Array
  const askOffset = arena.cellAskOffset as Float64Array
  const bar = arena.length
  const middle = arena.high[bar] + arena.low[bar]
  const twiceClose = 2 * arena.close[bar]
  let cell = cellCount - 1
  let edge = 0
  let nextEdge = -Infinity
  let greatest = -1
  let poc = 0
  for (let i = 0; i < used; i++) {
    const slot = slots[i]
    const tick = rows[i]
    const sold = bid[slot]
    const bought = ask[slot]
    if (tick >= nextEdge) {
      const r = Math.floor(tick / step)
      edge = r * step
      nextEdge = edge + step
      cell += 1
      row[cell] = r
      cellBid[cell] = 0
      cellAsk[cell] = 0
      cellBidTrades[cell] = 0
      cellAskTrades[cell] = 0
      bidOffset[cell] = 0
      askOffset[cell] = 0
    }
    cellBid[cell] += sold
    cellAsk[cell] += bought
    cellBidTrades[cell] += bidTrades[slot]
    cellAskTrades[cell] += askTrades[slot]
    bidOffset[cell] += (tick - edge) * sold
    askOffset[cell] += (tick - edge) * bought
    bid[slot] = 0
    ask[slot] = 0
    bidTrades[slot] = 0
    askTrades[slot] = 0
    const volume = sold + bought
    if (volume > greatest || (volume === greatest && wins(tick, poc, middle, twiceClose))) {
      greatest = volume
      poc = tick
    }
  }
  arena.rawPoc[bar] = poc
  finishBar(arena, cell + 1)
}

function finishBar(arena: BarArena, cellEnd: number): void {
  arena.cellStart[arena.length] = arena.cellCount
  arena.cellStart[arena.length + 1] = cellEnd
  arena.cellCount = cellEnd
  arena.length += 1
}

function greatestTick(
  arena: BarArena,
  row: Int32Array,
  cellBid: Float64Array,
  cellAsk: Float64Array,
  from: number,
  count: number,
): number {
  const middle = arena.high[arena.length] + arena.low[arena.length]
  const twiceClose = 2 * arena.close[arena.length]
  let greatest = -1
  let poc = 0
  for (let cell = from; cell < from + count; cell++) {
    const volume = cellBid[cell] + cellAsk[cell]
    if (volume > greatest || (volume === greatest && wins(row[cell], poc, middle, twiceClose))) {
      greatest = volume
      poc = row[cell]
    }
  }
  return poc
}

/** Tie rule between equal ticks, `held` being the lower one: nearer to the middle, then to the close, then the lower. */
function wins(tick: number, held: number, middle: number, twiceClose: number): boolean {
  const byMiddle = Math.abs(2 * tick - middle) - Math.abs(2 * held - middle)
  if (byMiddle !== 0) return byMiddle < 0
  return Math.abs(2 * tick - twiceClose) < Math.abs(2 * held - twiceClose)
}
