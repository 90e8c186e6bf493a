import type { BarArena } from './bar-arena.ts'
import { NO_ROW } from './bars.ts'
import type { CellScratch } from './cell-scratch.ts'
import { storeFromLow } from './square-sums.ts'

/**
 * Finishes the bar under construction (`arena.length`): appends the summed cells to the arena, ascending by row, resets
 * the scratch, and derives the remaining columns of the bar from the cells: bid, ask, trades, NaN for inexact quote
 * extremes, and rawPoc when the step is 1. The rows of the scratch are rows of the arena; `progress` as in
 * `BarArena.reserve`.
 */
export function emitCells(arena: BarArena, scratch: CellScratch, progress: number): void {
  const { lots, fills, offsets, mask, lowRow, hashed, rows, slots } = scratch
  const count = listRows(scratch)
  arena.reserve(0, count, progress)
  const { columns } = arena
  const { step, row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = columns
  const bar = columns.length
  const middle = columns.high[bar] + columns.low[bar]
  const twiceClose = 2 * columns.close[bar]
  let bid = 0
  let ask = 0
  let trades = 0
  let quoteVolume = 0
  let greatest = -1
  let poc = NO_ROW
  let cell = arena.cellCount
  for (let i = 0; i < count; i++) {
    if (!hashed) i = nextFilled(fills, lowRow, mask, i, count)
    if (i === count) break
    const r = hashed ? rows[i] : lowRow + i
    const at = 2 * (hashed ? slots[i] : r & mask)
    const fillsSold = fills[at]
    const fillsBought = fills[at + 1]
    if ((fillsSold | fillsBought) === 0) continue
    const sold = lots[at]
    const bought = lots[at + 1]
    const volume = sold + bought
    let quote = r * step * volume
    row[cell] = r
    cellBid[cell] = sold
    cellAsk[cell] = bought
    cellBidTrades[cell] = fillsSold
    cellAskTrades[cell] = fillsBought
    trades += fillsSold + fillsBought
    bid += sold
    ask += bought
    if (cellBidOffset !== null && cellAskOffset !== null) {
      quote += offsets[at] + offsets[at + 1]
      cellBidOffset[cell] = offsets[at]
      cellAskOffset[cell] = offsets[at + 1]
    }
    cell += 1
    quoteVolume += quote < 0 ? -quote : quote
    if (volume > greatest || (volume === greatest && wins(r, poc, middle, twiceClose))) {
      greatest = volume
      poc = r
    }
  }
  columns.rawPoc[bar] = step === 1 ? poc : NO_ROW
  scratch.wipe(cellBidOffset !== null)
  finishBar(arena, cell, bid, ask, trades, quoteVolume)
}

/**
 * Like `emitCells` for a scratch with native ticks and an arena of a greater step: ticks are grouped by floor, and the
 * distance of a tick from its row's lower edge goes into the cell's offset, so that quote sums stay exact.
 */
export function emitGrouped(arena: BarArena, scratch: CellScratch, progress: number): void {
  const { lots, fills, mask, lowRow, hashed, rows, slots } = scratch
  const count = listRows(scratch)
  const { columns } = arena
  const groups = Math.floor(scratch.highRow / columns.step) - Math.floor(lowRow / columns.step) + 1
  arena.reserve(0, Math.min(count, groups), progress)
  const { step, row, cellBid, cellAsk, cellBidTrades, cellAskTrades } = columns
  const cellBidOffset = columns.cellBidOffset as Float64Array
  const cellAskOffset = columns.cellAskOffset as Float64Array
  const bar = columns.length
  const middle = columns.high[bar] + columns.low[bar]
  const twiceClose = 2 * columns.close[bar]
  let cell = arena.cellCount - 1
  let edge = 0
  let nextEdge = -Infinity
  let bid = 0
  let ask = 0
  let trades = 0
  let quoteVolume = 0
  const bottom = columns.low[bar]
  let first = 0
  let second = 0
  let greatest = -1
  let poc = NO_ROW
  for (let i = 0; i < count; i++) {
    if (!hashed) i = nextFilled(fills, lowRow, mask, i, count)
    if (i === count) break
    const tick = hashed ? rows[i] : lowRow + i
    const at = 2 * (hashed ? slots[i] : tick & mask)
    const fillsSold = fills[at]
    const fillsBought = fills[at + 1]
    if ((fillsSold | fillsBought) === 0) continue
    const sold = lots[at]
    const bought = lots[at + 1]
    const volume = sold + bought
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
      cellBidOffset[cell] = 0
      cellAskOffset[cell] = 0
    }
    cellBid[cell] += sold
    cellAsk[cell] += bought
    cellBidTrades[cell] += fillsSold
    cellAskTrades[cell] += fillsBought
    cellBidOffset[cell] += (tick - edge) * sold
    cellAskOffset[cell] += (tick - edge) * bought
    trades += fillsSold + fillsBought
    bid += sold
    ask += bought
    quoteVolume += Math.abs(tick) * volume
    const moment = (tick - bottom) * volume
    first += moment
    second += (tick - bottom) * moment
    if (volume > greatest || (volume === greatest && wins(tick, poc, middle, twiceClose))) {
      greatest = volume
      poc = tick
    }
  }
  columns.rawPoc[bar] = poc
  scratch.wipe(false)
  finishBar(arena, cell + 1, bid, ask, trades, quoteVolume)
  storeFromLow(columns, bar, first, second)
}

/** The first row from `i` on that has fills, or `count`. Most rows of a bar with a distant wick have none. */
function nextFilled(fills: Uint32Array, lowRow: number, mask: number, i: number, count: number): number {
  let at = 2 * ((lowRow + i) & mask)
  const past = 2 * mask + 2
  while (i < count && (fills[at] | fills[at + 1]) === 0) {
    i += 1
    at += 2
    if (at === past) at = 0
  }
  return i
}

/** Number of rows to visit: every row of the span, or the hashed ones, which are sorted here. */
function listRows(scratch: CellScratch): number {
  if (!scratch.hashed) return scratch.highRow - scratch.lowRow + 1
  scratch.sortRows()
  return scratch.used
}

function finishBar(
  arena: BarArena,
  cellEnd: number,
  bid: number,
  ask: number,
  trades: number,
  quoteVolume: number,
): void {
  const { columns } = arena
  const bar = columns.length
  columns.bid[bar] = bid
  columns.ask[bar] = ask
  columns.trades[bar] = trades
  // No running sum of signed parts exceeds the sum of their magnitudes: up to 2^53 - 1 all of them were exact.
  if (!(quoteVolume <= Number.MAX_SAFE_INTEGER)) {
    columns.minDeltaQuote[bar] = NaN
    columns.maxDeltaQuote[bar] = NaN
  }
  columns.cellStart[bar] = arena.cellCount
  columns.cellStart[bar + 1] = cellEnd
  arena.cellCount = cellEnd
  columns.length = bar + 1
}

/** Tie rule between equal ticks, `held` being the lower one: nearer to the middle, then to the close, then the lower. */
export function wins(tick: number, held: number, middle: number, twiceClose: number): boolean {
  const byMiddle = Math.abs(2 * tick - middle) - Math.abs(2 * held - middle)
  if (byMiddle !== 0) return byMiddle < 0
  return Math.abs(2 * tick - twiceClose) < Math.abs(2 * held - twiceClose)
}
