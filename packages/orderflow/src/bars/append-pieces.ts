import type { BarArena } from './bar-arena.ts'
import { BAR_OPEN } from './bars.ts'
import type { Bars } from './bars.ts'
import type { CellScratch } from './cell-scratch.ts'
import { emitCells } from './emit-cells.ts'

/**
 * Adds one bar made of the neighbouring pieces [from, to) behind the arena's last bar; its t is that of the first piece.
 * The rules of the sum stand at `composeBars`.
 */
export function appendPieces(arena: BarArena, scratch: CellScratch, bars: Bars, from: number, to: number): void {
  if (to - from === 1) {
    arena.append(bars, from, to)
    return
  }
  arena.reserve(1, 0)
  arena.t[arena.length] = bars.t[from]
  sumPieces(arena, bars, from, to)
  sumCells(scratch, bars, from, to)
  emitCells(arena, scratch)
}

/** Writes the columns of bar `arena.length` from pieces [from, to). */
function sumPieces(arena: BarArena, bars: Bars, from: number, to: number): void {
  const { high, low, minDelta, maxDelta, minDeltaQuote, maxDeltaQuote } = bars
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
    delta += bars.ask[i] - bars.bid[i]
    quote += quoteDelta(bars, i)
    top = Math.max(top, high[i])
    bottom = Math.min(bottom, low[i])
    state = Math.max(state, bars.state[i])
    revision = Math.max(revision, bars.revision[i])
  }
  const bar = arena.length
  arena.open[bar] = bars.open[from]
  arena.high[bar] = top
  arena.low[bar] = bottom
  arena.close[bar] = bars.close[to - 1]
  arena.minDelta[bar] = min
  arena.maxDelta[bar] = max
  arena.minDeltaQuote[bar] = quoteMin
  arena.maxDeltaQuote[bar] = quoteMax
  arena.state[bar] = bars.state[to - 1] === BAR_OPEN ? BAR_OPEN : state
  arena.revision[bar] = revision
}

/** Bought minus sold of one bar in ticks x lots; exact wherever the bar's quote volume is. */
function quoteDelta(bars: Bars, bar: number): number {
  const { step, row, cellStart, cellBid, cellAsk, cellBidOffset, cellAskOffset } = bars
  let sum = 0
  for (let cell = cellStart[bar]; cell < cellStart[bar + 1]; cell++) {
    sum += row[cell] * step * (cellAsk[cell] - cellBid[cell])
    if (cellBidOffset !== null && cellAskOffset !== null) sum += cellAskOffset[cell] - cellBidOffset[cell]
  }
  return sum
}

/** Sums the cells of pieces [from, to) row by row. */
function sumCells(scratch: CellScratch, bars: Bars, from: number, to: number): void {
  const { row, cellStart, cellBid, cellAsk, cellBidTrades, cellAskTrades, cellBidOffset, cellAskOffset } = bars
  const first = cellStart[from]
  const last = cellStart[to]
  let lowRow = row[first]
  let highRow = lowRow
  for (let i = from; i < to; i++) {
    lowRow = Math.min(lowRow, row[cellStart[i]])
    highRow = Math.max(highRow, row[cellStart[i + 1] - 1])
  }
  scratch.begin(lowRow, highRow, last - first)
  const { mask, lots, fills, offsets } = scratch
  const hashed = scratch.hashed ? scratch.slotsOf(row, first, last) : null
  for (let cell = first; cell < last; cell++) {
    const at = 2 * (hashed === null ? row[cell] & mask : hashed[cell - first])
    lots[at] += cellBid[cell]
    lots[at + 1] += cellAsk[cell]
    fills[at] += cellBidTrades[cell]
    fills[at + 1] += cellAskTrades[cell]
    if (cellBidOffset !== null && cellAskOffset !== null) {
      offsets[at] += cellBidOffset[cell]
      offsets[at + 1] += cellAskOffset[cell]
    }
  }
}
