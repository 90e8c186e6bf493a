import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import { BarArena } from './bar-arena.ts'
import { BAR_COMPLETE } from './bars.ts'
import type { Bars } from './bars.ts'
import { CellScratch } from './cell-scratch.ts'
import { checkSums } from './check-sums.ts'
import { barStart } from './cycles.ts'
import { emitCells, emitGrouped } from './emit-cells.ts'

export interface AggregateOptions {
  readonly cycleMs: number
  /** Row height in ticks. */
  readonly step: number
  /** First print and the one after the last: indexes into the run, all of it by default. */
  readonly from?: number
  readonly to?: number
  /** State given to every bar, BAR_COMPLETE by default. */
  readonly state?: number
}

/**
 * Footprint bars of a run of prints.
 *
 * Input   prints in canonical order (open, close and the extremes of the running delta depend on it).
 * Output  one bar per cycle that has prints, ascending; cells ascending by row, only traded rows; a print on the edge of
 *         two bars belongs to the later one. rawPoc comes from native ticks at every step. Revision 0.
 * Cost    two passes over the prints of each bar while they are warm, plus its native span; no allocation per bar.
 * Throws  OrderflowError BAD_STEP, QUANTITY_RANGE; RangeError when bars would not ascend (prints out of order).
 * Source  docs/formulas/bars-and-delta.md.
 */
export function aggregateTrades(trades: Trades, options: AggregateOptions): Bars {
  const { cycleMs, step, from = 0, to = trades.length, state = BAR_COMPLETE } = options
  const arena = new BarArena(cycleMs, step, 0, Math.min(Math.max(to - from, 0), 65_536))
  appendTradeBars(arena, new CellScratch(), trades, from, Math.min(to, trades.length), state)
  const bars = arena.view()
  checkSums(bars)
  return bars
}

/** Adds the bars of prints [from, to) behind the arena's last bar; a bar is never continued, only begun. */
function appendTradeBars(
  arena: BarArena,
  scratch: CellScratch,
  trades: Trades,
  from: number,
  to: number,
  state: number,
): void {
  const { cycleMs, step } = arena
  if (!(Number.isInteger(step) && step >= 1)) throw new OrderflowError('BAD_STEP', `a step is an integer >= 1, had ${step}`)
  const { ts, price } = trades
  let previous = -Infinity
  let first = from
  while (first < to) {
    const start = barStart(ts[first], cycleMs)
    if (start <= previous) throw new RangeError(`Condition failed: trades ascend by ts, had ${ts[first]} at ${first}`)
    previous = start
    const end = start + cycleMs
    let low = price[first]
    let high = low
    let next = first + 1
    while (next < to && ts[next] < end) {
      const tick = price[next]
      if (tick < low) low = tick
      else if (tick > high) high = tick
      next += 1
    }
    arena.reserve(1, 0)
    const bar = arena.length
    arena.t[bar] = start
    arena.open[bar] = price[first]
    arena.high[bar] = high
    arena.low[bar] = low
    arena.close[bar] = price[next - 1]
    arena.state[bar] = state
    arena.revision[bar] = 0
    scratch.begin(low, high, next - first)
    sumPrints(arena, scratch, trades, first, next)
    if (step === 1) emitCells(arena, scratch)
    else emitGrouped(arena, scratch)
    first = next
  }
}

/** Sums prints [from, to) into the scratch by native tick, and the running delta into the columns of bar `arena.length`. */
function sumPrints(arena: BarArena, scratch: CellScratch, trades: Trades, from: number, to: number): void {
  const { price, qty, buy, fills } = trades
  const { base, lots, fills: sums } = scratch
  const hashed = scratch.dense ? null : scratch.slotsOf(price, from, to)
  let delta = 0
  let min = 0
  let max = 0
  let quote = 0
  let quoteMin = 0
  let quoteMax = 0
  for (let i = from; i < to; i++) {
    const tick = price[i]
    const size = qty[i]
    const side = buy[i] & 1
    const at = 2 * (hashed === null ? tick - base : hashed[i - from]) + side
    lots[at] += size
    sums[at] += fills[i]
    const signed = (side + side - 1) * size
    delta += signed
    quote += tick * signed
    if (delta < min) min = delta
    else if (delta > max) max = delta
    if (quote < quoteMin) quoteMin = quote
    else if (quote > quoteMax) quoteMax = quote
  }
  const bar = arena.length
  arena.minDelta[bar] = min
  arena.maxDelta[bar] = max
  arena.minDeltaQuote[bar] = quoteMin
  arena.maxDeltaQuote[bar] = quoteMax
}
