import { BarArena } from './bar-arena.ts'
import { BAR_OPEN } from './bars.ts'
import type { Bars } from './bars.ts'
import { CellScratch } from './cell-scratch.ts'
import { checkSums } from './check-sums.ts'
import { barStart } from './cycles.ts'
import { emitCells } from './emit-cells.ts'

/**
 * Bars of a coarser cycle from finer ones of the same step, by summation.
 *
 * Input   bars ascending; `cycleMs` a multiple of theirs. Pieces of one bar may also have equal t (parts of one cycle).
 * Output  open of the first piece, close of the last, extremes and sums of all; running delta: min(a.min, a.delta +
 *         b.min), the quote ones likewise, NaN where they are no longer exact; revision the greatest; state open when the
 *         last piece is open, else the worst (incomplete, repairing, complete). rawPoc is found anew at step 1; at a
 *         greater step it survives only in a bar of one piece and is NO_ROW otherwise.
 * Cost    one pass over the cells, plus the span of rows of each bar.
 * Throws  RangeError when the cycles do not divide; OrderflowError QUANTITY_RANGE.
 * Source  docs/formulas/bars-and-delta.md, section "Composition".
 */
export function composeBars(bars: Bars, cycleMs: number): Bars {
  if (cycleMs % bars.cycleMs !== 0) {
    throw new RangeError(`Condition failed: cycle is a multiple of ${bars.cycleMs} ms, had ${cycleMs}`)
  }
  const arena = new BarArena(cycleMs, bars.step, 0, Math.min(bars.row.length, 65_536))
  const scratch = new CellScratch()
  let from = 0
  while (from < bars.length) {
    const start = barStart(bars.t[from], cycleMs)
    let to = from + 1
    while (to < bars.length && bars.t[to] < start + cycleMs) to += 1
    if (to - from === 1) {
      arena.append(bars, from, to)
      arena.t[arena.length - 1] = start
    } else {
      arena.reserve(1, 0)
      arena.t[arena.length] = start
      sumPieces(arena, bars, from, to)
      sumCells(scratch, bars, from, to)
      emitCells(arena, scratch)
    }
    from = to
  }
  const out = arena.view()
  checkSums(out)
  return out
}

/** Writes the columns of bar `arena.length` from pieces [from, to). */
function sumPieces(arena: BarArena, bars: Bars, from: number, to: number): void {
  const { high, low, bid, ask, minDelta, maxDelta, minDeltaQuote, maxDeltaQuote } = bars
  let top = high[from]
  let bottom = low[from]
  let sold = 0
  let bought = 0
  let trades = 0
  let min = 0
  let max = 0
  let quote = 0
  let quoteMin = 0
  let quoteMax = 0
  let quoteVolume = 0
  let state = BAR_OPEN
  let revision = 0
  for (let i = from; i < to; i++) {
    const delta = bought - sold
    min = Math.min(min, delta + minDelta[i])
    max = Math.max(max, delta + maxDelta[i])
    quoteMin = Math.min(quoteMin, quote + minDeltaQuote[i])
    quoteMax = Math.max(quoteMax, quote + maxDeltaQuote[i])
    for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
      const edge = bars.row[cell] * bars.step
      const sale = edge * bars.cellBid[cell] + (bars.cellBidOffset === null ? 0 : bars.cellBidOffset[cell])
      const purchase = edge * bars.cellAsk[cell] + (bars.cellAskOffset === null ? 0 : bars.cellAskOffset[cell])
      quote += purchase - sale
      quoteVolume += Math.abs(purchase) + Math.abs(sale)
    }
    top = Math.max(top, high[i])
    bottom = Math.min(bottom, low[i])
    sold += bid[i]
    bought += ask[i]
    trades += bars.trades[i]
    state = Math.max(state, bars.state[i])
    revision = Math.max(revision, bars.revision[i])
  }
  const exact = quoteVolume <= Number.MAX_SAFE_INTEGER
  const bar = arena.length
  arena.open[bar] = bars.open[from]
  arena.high[bar] = top
  arena.low[bar] = bottom
  arena.close[bar] = bars.close[to - 1]
  arena.bid[bar] = sold
  arena.ask[bar] = bought
  arena.trades[bar] = trades
  arena.minDelta[bar] = min
  arena.maxDelta[bar] = max
  arena.minDeltaQuote[bar] = exact ? quoteMin : NaN
  arena.maxDeltaQuote[bar] = exact ? quoteMax : NaN
  arena.state[bar] = bars.state[to - 1] === BAR_OPEN ? BAR_OPEN : state
  arena.revision[bar] = revision
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
  const { dense, base, bid, ask, bidTrades, askTrades, bidOffset, askOffset } = scratch
  for (let cell = first; cell < last; cell++) {
    const slot = dense ? row[cell] - base : scratch.slotOf(row[cell])
    bid[slot] += cellBid[cell]
    ask[slot] += cellAsk[cell]
    bidTrades[slot] += cellBidTrades[cell]
    askTrades[slot] += cellAskTrades[cell]
    if (cellBidOffset !== null) bidOffset[slot] += cellBidOffset[cell]
    if (cellAskOffset !== null) askOffset[slot] += cellAskOffset[cell]
  }
}
