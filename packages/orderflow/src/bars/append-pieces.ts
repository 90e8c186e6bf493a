import type { BarArena } from './bar-arena.ts'
import { BAR_OPEN } from './bars.ts'
import type { Bars } from './bars.ts'
import type { CellScratch } from './cell-scratch.ts'
import { emitCells } from './emit-cells.ts'
import { sumSquares } from './square-sums.ts'
import { areQuotesUnsure, remakePieces, remakeQuotes } from './exact-bars.ts'
import { hasOverflow } from './overflow.ts'

/**
 * Appends one bar composed of the adjacent pieces [from, to); its t is that of the first piece. See `composeBars` for
 * the rules. Pieces are taken from `bars` in order, which allows projecting the capacity.
 */
export function appendPieces(arena: BarArena, scratch: CellScratch, bars: Bars, from: number, to: number): void {
  if (to - from === 1) {
    arena.append(bars, from, to)
    return
  }
  const progress = bars.cellStart[to] / bars.row.length
  arena.reserve(1, 0, progress)
  beginRows(scratch, bars, from, to)
  sumPieces(arena, scratch, bars, from, to)
  emitCells(arena, scratch, progress)
  if (hasOverflow(arena.columns, arena.length - 1)) remakePieces(arena, bars, from, to)
  if (areQuotesUnsure(arena)) remakeQuotes(arena, bars, from, to)
}

function beginRows(scratch: CellScratch, bars: Bars, from: number, to: number): void {
  const { row, cellStart } = bars
  let lowRow = row[cellStart[from]]
  let highRow = lowRow
  for (let i = from; i < to; i++) {
    lowRow = Math.min(lowRow, row[cellStart[i]])
    highRow = Math.max(highRow, row[cellStart[i + 1] - 1])
  }
  scratch.begin(lowRow, highRow, cellStart[to] - cellStart[from])
}

/**
 * Sums the cells of pieces [from, to) and writes the columns of bar `arena.length` that do not follow from the cells.
 */
function sumPieces(arena: BarArena, scratch: CellScratch, bars: Bars, from: number, to: number): void {
  const { high, low, bid, ask, minDelta, maxDelta, minDeltaQuote, maxDeltaQuote } = bars
  let top = high[from]
  let bottom = low[from]
  let delta = 0
  let min = 0
  let max = 0
  let quote = 0
  let quoteMin = 0
  let quoteMax = 0
  let state = BAR_OPEN
  let revision = 0
  for (let i = from; i < to; i++) {
    min = Math.min(min, delta + minDelta[i])
    max = Math.max(max, delta + maxDelta[i])
    quoteMin = Math.min(quoteMin, quote + minDeltaQuote[i])
    quoteMax = Math.max(quoteMax, quote + maxDeltaQuote[i])
    delta += ask[i] - bid[i]
    quote += sumCells(scratch, bars, bars.cellStart[i], bars.cellStart[i + 1])
    top = Math.max(top, high[i])
    bottom = Math.min(bottom, low[i])
    state = Math.max(state, bars.state[i])
    revision = Math.max(revision, bars.revision[i])
  }
  const { columns } = arena
  const bar = columns.length
  columns.t[bar] = bars.t[from]
  columns.open[bar] = bars.open[from]
  columns.high[bar] = top
  columns.low[bar] = bottom
  columns.close[bar] = bars.close[to - 1]
  columns.minDelta[bar] = min
  columns.maxDelta[bar] = max
  columns.minDeltaQuote[bar] = quoteMin
  columns.maxDeltaQuote[bar] = quoteMax
  sumSquares(columns.squares, bar, bars.squares, from, to)
  columns.state[bar] = bars.state[to - 1] === BAR_OPEN ? BAR_OPEN : state
  columns.revision[bar] = revision
}

/**
 * Adds the cells [from, to) row by row; returns ask minus bid in ticks x lots, exact whenever their quote volume is.
 */
function sumCells(scratch: CellScratch, bars: Bars, from: number, to: number): number {
  const { step, row, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = bars
  const { mask, lots, fills, offsets } = scratch
  const hashed = scratch.hashed ? scratch.slotsOf(row, from, to) : null
  let quote = 0
  for (let cell = from; cell < to; cell++) {
    const r = row[cell]
    const sold = cellBid[cell]
    const bought = cellAsk[cell]
    const at = 2 * (hashed === null ? r & mask : hashed[cell - from])
    lots[at] += sold
    lots[at + 1] += bought
    fills[at] += cellBidTrades[cell]
    fills[at + 1] += cellAskTrades[cell]
    quote += r * step * (bought - sold)
    if (cellBidOffset !== null && cellAskOffset !== null) {
      offsets[at] += cellBidOffset[cell]
      offsets[at + 1] += cellAskOffset[cell]
      quote += cellAskOffset[cell] - cellBidOffset[cell]
    }
  }
  return quote
}
