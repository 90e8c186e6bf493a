import { idText } from '../trades/trade-columns.ts'
import type { Trades } from '../trades/trades.ts'
import { addLots, toLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { Ticks, UnixMs } from '../units/units.ts'

/** Maximum time between consecutive trades of a sweep, ms. */
export const SWEEP_GAP_MS = 100
/** Maximum trades of one sweep; further trades begin the next one. */
export const SWEEP_MAX_TRADES = 1000

/** Consecutive trades of one aggressor across prices, or a single trade. Prices in ticks. */
export interface Sweep {
  /** Id of its first trade, as text. */
  readonly id: string
  readonly buy: boolean
  readonly firstTs: UnixMs
  readonly lastTs: UnixMs
  readonly first: Ticks
  readonly last: Ticks
  readonly low: Ticks
  readonly high: Ticks
  /** Sum of the quantities, and of price x quantity in ticks x lots; exact. Their quotient is the average price. */
  readonly lots: Lots
  readonly notional: Lots
  readonly trades: number
  readonly fills: number
}

/**
 * Finds where the sweeps of a run begin: trades of one side, at most 100 ms apart, no opposite trade between, at most
 * 1,000 trades.
 *
 * Input   trades in canonical order; the first trade always begins a sweep.
 * Output  indexes of the first trade of every sweep, ascending; sweep k is [starts[k], starts[k + 1]).
 * Ties    exactly 100 ms apart is one sweep; trades of one millisecond are neighbours in the order of their ids.
 * Cost    one pass.
 * Source  docs/formulas/time-and-sales.md, section "Sweeps".
 */
export function sweepStarts({ ts, buy, length }: Trades): Uint32Array {
  const starts = new Uint32Array(length)
  let count = 0
  let begin = 0
  for (let i = 0; i < length; i++) {
    const goesOn = i > 0 && buy[i] === buy[i - 1] && ts[i] - ts[i - 1] <= SWEEP_GAP_MS && i - begin < SWEEP_MAX_TRADES
    if (goesOn) continue
    starts[count++] = i
    begin = i
  }
  return starts.subarray(0, count)
}

/**
 * Builds one sweep from trades [from, to).
 *
 * Input   trades of one side in canonical order, to > from.
 * Output  exact sums: plain numbers up to 2^53 - 1, bigints beyond.
 * Cost    one pass over them.
 */
export function readSweep(trades: Trades, from: number, to: number): Sweep {
  const { ts, price, qty, fills } = trades
  let low = price[from]
  let high = low
  let lots: Lots = 0
  let notional: Lots = 0
  let merged = 0
  for (let i = from; i < to; i++) {
    const tick = price[i]
    if (tick < low) low = tick
    if (tick > high) high = tick
    lots = addLots(lots, qty[i])
    notional = addLots(notional, product(tick, qty[i]))
    merged += fills[i]
  }
  return {
    id: idText(trades, from),
    buy: trades.buy[from] === 1,
    firstTs: ts[from],
    lastTs: ts[to - 1],
    first: price[from],
    last: price[to - 1],
    low,
    high,
    lots,
    notional,
    trades: to - from,
    fills: merged,
  }
}

/** Copies a sweep, or a view of one, into a plain object. */
export function plainSweep({
  id,
  buy,
  firstTs,
  lastTs,
  first,
  last,
  low,
  high,
  lots,
  notional,
  trades,
  fills,
}: Sweep): Sweep {
  return { id, buy, firstTs, lastTs, first, last, low, high, lots, notional, trades, fills }
}

/**
 * Number of rows from the lowest to the highest price of a sweep, both included: rows between them count whether or not
 * anything traded there.
 *
 * Input   step: row height in ticks, >= 1.
 */
export function rowsSwept({ low, high }: Pick<Sweep, 'low' | 'high'>, step: number): number {
  return Math.floor(high / step) - Math.floor(low / step) + 1
}

function product(ticks: number, lots: number): Lots {
  const value = ticks * lots
  return Number.isSafeInteger(value) ? value : toLots(BigInt(ticks) * BigInt(lots))
}
