import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import { BarArena } from './bar-arena.ts'
import { BAR_COMPLETE } from './bars.ts'
import type { BarBuffer, Bars } from './bars.ts'
import { CellScratch } from './cell-scratch.ts'
import { barStart } from './cycles.ts'
import { emitCells, emitGrouped } from './emit-cells.ts'
import { remakeTradeBar } from './exact-bars.ts'
import { hasOverflow } from './overflow.ts'
import { SQUARE_PARTS, storeNativeSquares, storeTradeSquares } from './square-sums.ts'
import type { DurationMs, Ticks } from '../units/units.ts'

export interface AggregateOptions {
  readonly cycleMs: DurationMs
  /** Row height in ticks. */
  readonly step: Ticks
  /** Range of trades [from, to), the whole run by default. */
  readonly from?: number
  readonly to?: number
  /** State of every bar, BAR_COMPLETE by default. */
  readonly state?: number
}

/**
 * Aggregates a run of trades into footprint bars.
 *
 * Input   trades in canonical order (open, close and the extremes of the running delta depend on it).
 * Output  one bar per cycle that has trades, ascending; cells ascending by row, only traded rows; a trade on the edge
 *         of two bars belongs to the later one. rawPoc comes from native ticks at every step. Revision 0. Sums beyond
 *         2^53 - 1 are exact through `overflow`.
 * Cost    two passes over the trades of a bar while they are cached, plus its native span (for a bar with a distant
 *         wick: plus a sort of its ticks). No allocation per bar except for such wicks.
 * Throws  OrderflowError BAD_STEP, QUANTITY_RANGE (a sum beyond MAX_LOTS); RangeError when ts is not ascending.
 * Source  docs/formulas/bars-and-delta.md.
 */
export function aggregateTrades(trades: Trades, options: AggregateOptions): Bars {
  const { cycleMs, step, from = 0, to = trades.length, state = BAR_COMPLETE } = options
  const arena = new BarArena(cycleMs, step, 0, Math.min(Math.max(to - from, 0), 65_536))
  appendTradeBars(arena, new CellScratch(), trades, from, Math.min(to, trades.length), state)
  return arena.view()
}

/** Appends the bars of trades [from, to) to the arena; the arena's last bar is never continued. */
function appendTradeBars(
  arena: BarArena,
  scratch: CellScratch,
  trades: Trades,
  from: number,
  to: number,
  state: number,
): void {
  const work = { from, to }
  const { cycleMs } = arena.columns
  let first = from
  while (first < to) {
    const t = barStart(trades.ts[first], cycleMs)
    first = appendTradeBar(arena, scratch, trades, { first, to, t, endMs: t + cycleMs }, state, work)
  }
}

/** The trades of a bar: from `first` up to, but not including, trade `to` and `endMs`. */
interface BarTrades {
  readonly first: number
  readonly to: number
  /** The bar's `t`. */
  readonly t: number
  readonly endMs: number
}

/**
 * Appends one bar to the arena; returns the first trade after it. `work`: all trades the arena will receive, used to
 * estimate the capacity.
 */
export function appendTradeBar(
  arena: BarArena,
  scratch: CellScratch,
  trades: Trades,
  { first, to, t, endMs }: BarTrades,
  state: number,
  work: { readonly from: number; readonly to: number },
): number {
  const { columns } = arena
  const { step, length: bar } = columns
  if (!(Number.isInteger(step) && step >= 1))
    throw new OrderflowError('BAD_STEP', `a step is an integer >= 1, had ${step}`)
  arena.reserve(1, 0, (first - work.from) / (work.to - work.from))
  const next = scanTrades(columns, trades, first, to, endMs)
  columns.t[bar] = t
  columns.open[bar] = trades.price[first]
  columns.close[bar] = trades.price[next - 1]
  columns.state[bar] = state
  columns.revision[bar] = 0
  scratch.begin(columns.low[bar], columns.high[bar], next - first)
  sumTrades(columns, scratch, trades, first, next)
  const progress = (next - work.from) / (work.to - work.from)
  if (step === 1) emitCells(arena, scratch, progress)
  else emitGrouped(arena, scratch, progress)
  if (hasOverflow(columns, bar)) remakeTradeBar(arena, trades, first, next)
  if (step === 1) storeNativeSquares(columns, bar)
  else if (Number.isNaN(columns.squares[SQUARE_PARTS * bar])) {
    storeTradeSquares(columns.squares, bar, trades, first, next)
  }
  return next
}

/** Writes high and low of the bar that starts with trade `from`; returns the first trade that is not before `endMs`. */
function scanTrades(columns: BarBuffer, trades: Trades, from: number, to: number, endMs: number): number {
  const { ts, price } = trades
  let low = price[from]
  let high = low
  let latest = ts[from]
  let next = from + 1
  for (; next < to; next++) {
    const at = ts[next]
    if (at >= endMs) break
    if (at < latest) throw new RangeError(`Condition failed: trades ascend by ts, had ${at} after ${latest}`)
    latest = at
    const tick = price[next]
    if (tick < low) low = tick
    else if (tick > high) high = tick
  }
  columns.low[columns.length] = low
  columns.high[columns.length] = high
  return next
}

/** Sums trades [from, to) into the scratch by native tick, and the running delta into the columns of bar `length`. */
function sumTrades(columns: BarBuffer, scratch: CellScratch, trades: Trades, from: number, to: number): void {
  const { price, qty, buy, fills } = trades
  const { mask, lots, fills: sums } = scratch
  const hashed = scratch.hashed ? scratch.slotsOf(price, from, to) : null
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
    const place = 2 * (hashed === null ? tick & mask : hashed[i - from]) + side
    lots[place] += size
    sums[place] += fills[i]
    const signed = (side + side - 1) * size
    delta += signed
    quote += tick * signed
    if (delta < min) min = delta
    else if (delta > max) max = delta
    if (quote < quoteMin) quoteMin = quote
    else if (quote > quoteMax) quoteMax = quote
  }
  const bar = columns.length
  columns.minDelta[bar] = min
  columns.maxDelta[bar] = max
  columns.minDeltaQuote[bar] = quoteMin
  columns.maxDeltaQuote[bar] = quoteMax
}
