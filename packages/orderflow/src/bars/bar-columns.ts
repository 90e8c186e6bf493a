import { BarArena } from './bar-arena.ts'
import { sliceEdges } from './bar-edges.ts'
import type { Bars, WideRests } from './bars.ts'
import { SQUARE_PARTS } from './square-sums.ts'
import { firstWideBar } from './wide-bars.ts'
import { sliceRests } from './wide-columns.ts'

/** Empty bars of a cycle and step. */
export function emptyBars(cycleMs: number, step: number): Bars {
  return new BarArena(cycleMs, step).view()
}

/** Bars [from, to) as views on the same memory; only the cell offsets are copied. */
export function sliceBars(bars: Bars, from: number, to: number = bars.length): Bars {
  const end = Math.min(to, bars.length)
  const start = Math.min(from, end)
  if (start === 0 && end === bars.length) return bars
  const first = bars.cellStart[start]
  const last = bars.cellStart[end]
  const cellStart = bars.cellStart.slice(start, end + 1)
  for (let i = 0; i < cellStart.length; i++) cellStart[i] -= first
  return {
    length: end - start,
    cycleMs: bars.cycleMs,
    step: bars.step,
    t: bars.t.subarray(start, end),
    open: bars.open.subarray(start, end),
    high: bars.high.subarray(start, end),
    low: bars.low.subarray(start, end),
    close: bars.close.subarray(start, end),
    bid: bars.bid.subarray(start, end),
    ask: bars.ask.subarray(start, end),
    minDelta: bars.minDelta.subarray(start, end),
    maxDelta: bars.maxDelta.subarray(start, end),
    minDeltaQuote: bars.minDeltaQuote.subarray(start, end),
    maxDeltaQuote: bars.maxDeltaQuote.subarray(start, end),
    squares: bars.squares.subarray(SQUARE_PARTS * start, SQUARE_PARTS * end),
    trades: bars.trades.subarray(start, end),
    rawPoc: bars.rawPoc.subarray(start, end),
    state: bars.state.subarray(start, end),
    revision: bars.revision.subarray(start, end),
    cellStart,
    row: bars.row.subarray(first, last),
    cellBid: bars.cellBid.subarray(first, last),
    cellAsk: bars.cellAsk.subarray(first, last),
    cellBidTrades: bars.cellBidTrades.subarray(first, last),
    cellAskTrades: bars.cellAskTrades.subarray(first, last),
    cellBidOffset: bars.cellBidOffset === null ? null : bars.cellBidOffset.subarray(first, last),
    cellAskOffset: bars.cellAskOffset === null ? null : bars.cellAskOffset.subarray(first, last),
    wide: restsOf(bars, start, end),
    edges: bars.edges ? sliceEdges(bars.edges, start, end) : null,
  }
}

/** A slice without wide bars needs no remainders. */
function restsOf(bars: Bars, from: number, to: number): WideRests | null {
  if (bars.wide === null || firstWideBar(bars, from, to) === to) return null
  return sliceRests(bars.wide, { from, to }, { from: bars.cellStart[from], to: bars.cellStart[to] })
}

/** Concatenates runs of bars of one cycle and step into a copy. Requires at least one run, which defines the step. */
export function concatBars(list: readonly Bars[]): Bars {
  if (list.length === 0) throw new RangeError('Condition failed: at least one run of bars, had none')
  if (list.length === 1) return list[0]
  const bars = list.reduce((sum, run) => sum + run.length, 0)
  const cells = list.reduce((sum, run) => sum + run.row.length, 0)
  const arena = new BarArena(list[0].cycleMs, list[0].step, bars, cells)
  for (const run of list) {
    if (run.cycleMs !== arena.cycleMs) {
      throw new RangeError(`Condition failed: bars of ${arena.cycleMs} ms, had ${run.cycleMs}`)
    }
    arena.append(run)
  }
  return arena.view()
}

/** Index of the first bar with t >= the given time, `length` when there is none. */
export function lowerBoundT(bars: Pick<Bars, 'length' | 't'>, t: number): number {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bars.t[middle] < t) low = middle + 1
    else high = middle
  }
  return low
}
