import { emptyTrades, sliceTrades } from '../trades/trade-columns.ts'
import type { Trades } from '../trades/trades.ts'
import { absLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { readSweep, SWEEP_GAP_MS, SWEEP_MAX_TRADES, sweepStarts } from './sweeps.ts'
import type { Sweep } from './sweeps.ts'
import { MINUTE_MS } from '../time/durations.ts'

/** Share of the finished sweeps that a digest keeps, greatest first, and the minimum number. */
const KEPT_SHARE = 0.04
const MIN_KEPT = 400

/** Number of sweeps that ended in each minute, and the greatest of them. */
export interface SweepCounts {
  /** Starts of minutes, ms, ascending, and the sweeps whose last trade lies in each. */
  readonly minutes: readonly { readonly t: number; readonly count: number }[]
  /** The kept sweeps in canonical order. */
  readonly sweeps: readonly Sweep[]
  /** Every sweep of at least this size is kept; 0 = all are. In ticks x lots. */
  readonly floor: Lots
}

/**
 * The sweeps of a run of trades, independent of the trades before and after it: the sweeps that certainly begin and end
 * inside, and the trades at both ends that may belong to sweeps of the neighboring runs.
 */
export interface SweepDigest extends SweepCounts {
  /** Trades before the first certain start of a sweep; all of them when there is none. */
  readonly head: Trades
  /** Trades from the last certain start on; empty when there is none. */
  readonly tail: Trades
}

/** The size that decides whether a sweep is big: |price x quantity| in ticks x lots, exact. */
export function sweepSize(sweep: Pick<Sweep, 'notional'>): Lots {
  return absLots(sweep.notional)
}

/**
 * Digests the sweeps of a run.
 *
 * Input   trades in canonical order. `begins`: the first trade certainly begins a sweep. `keepAll`: keep small sweeps
 *         too.
 * Output  see `SweepDigest`; a sweep certainly begins where the side changes or the time gap is too long, and after a
 *         full sweep with a certain start.
 * Cost    one pass, and a sort of the sizes.
 * Source  docs/formulas/big-trades.md, section "Piece by piece".
 */
export function digestSweeps(trades: Trades, { begins = false, keepAll = false } = {}): SweepDigest {
  const first = begins ? 0 : nextBreak(trades, 1)
  if (trades.length === 0 || first >= trades.length) {
    return { head: trades, tail: emptyTrades(), minutes: [], sweeps: [], floor: 0 }
  }
  const inner = sliceTrades(trades, first)
  const starts = sweepStarts(inner)
  const last = starts[starts.length - 1]
  // A full sweep at the end cannot continue, so its trades need not be kept either.
  const isFull = inner.length - last === SWEEP_MAX_TRADES
  const end = isFull ? inner.length : last
  const counted = isFull ? starts.length : starts.length - 1
  const parts = { head: copied(trades, 0, first), tail: copied(inner, end, inner.length) }
  const sizes = keepAll ? null : quickSizes(inner, starts, counted)
  const endOf = (k: number): number => (k + 1 < starts.length ? starts[k + 1] : inner.length)
  if (sizes === null || counted <= MIN_KEPT) {
    const sweeps = Array.from({ length: counted }, (_, k) => readSweep(inner, starts[k], endOf(k)))
    return { ...parts, ...countSweeps(sweeps, keepAll) }
  }
  const floor = ascendingAt(sizes.slice(), counted - keptOf(counted))
  const sweeps: Sweep[] = []
  for (let k = 0; k < counted; k++) if (sizes[k] >= floor) sweeps.push(readSweep(inner, starts[k], endOf(k)))
  return { ...parts, minutes: countMinutes(counted, (k) => inner.ts[endOf(k) - 1]), sweeps, floor }
}

/**
 * Finished sweeps as counts by minute, with the greatest kept.
 *
 * Output  at least KEPT_SHARE of them, ties with the smallest kept one included.
 */
export function countSweeps(sweeps: readonly Sweep[], keepAll = false): SweepCounts {
  const minutes = countMinutes(sweeps.length, (k) => sweeps[k].lastTs)
  const most = keptOf(sweeps.length)
  if (keepAll || sweeps.length <= most) return { minutes, sweeps, floor: 0 }
  const floor = sweeps.map(sweepSize).sort(descending)[most - 1]
  return { minutes, sweeps: sweeps.filter((sweep) => sweepSize(sweep) >= floor), floor }
}

const keptOf = (count: number): number => Math.max(MIN_KEPT, Math.ceil(KEPT_SHARE * count))

/** Sweeps of each minute by their ends, which ascend. */
function countMinutes(count: number, endOf: (k: number) => number): SweepCounts['minutes'] {
  const minutes: { t: number; count: number }[] = []
  for (let k = 0; k < count; k++) {
    const t = Math.floor(endOf(k) / MINUTE_MS) * MINUTE_MS
    const last = minutes.at(-1)
    if (last?.t === t) last.count += 1
    else minutes.push({ t, count: 1 })
  }
  return minutes
}

/** Sizes of the first sweeps in plain numbers; null where one of them may leave 2^53 - 1. */
function quickSizes({ price, qty }: Trades, starts: Uint32Array, count: number): Float64Array | null {
  const sizes = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    let sum = 0
    let most = 0
    for (let i = starts[k]; i < (k + 1 < starts.length ? starts[k + 1] : qty.length); i++) {
      const product = price[i] * qty[i]
      sum += product
      most += Math.abs(product)
    }
    if (most > Number.MAX_SAFE_INTEGER) return null
    sizes[k] = Math.abs(sum)
  }
  return sizes
}

/** Quickselect: the value that sorting would put at an index; reorders the values. */
function ascendingAt(values: Float64Array, index: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >>> 1]
    let i = low
    let j = high
    while (i <= j) {
      while (values[i] < pivot) i += 1
      while (values[j] > pivot) j -= 1
      if (i > j) break
      const value = values[i]
      values[i++] = values[j]
      values[j--] = value
    }
    if (index <= j) high = j
    else if (index >= i) low = i
    else return values[index]
  }
  return values[index]
}

/** Greatest first; exact also between numbers and bigints. */
export function descending(a: Lots, b: Lots): number {
  return a < b ? 1 : a > b ? -1 : 0
}

/** The first trade from `from` on that cannot continue the previous sweep, by side or time gap. */
function nextBreak({ ts, buy, length }: Trades, from: number): number {
  let i = from
  while (i < length && buy[i] === buy[i - 1] && ts[i] - ts[i - 1] <= SWEEP_GAP_MS) i += 1
  return i
}

/**
 * A copy, since a view would retain the memory of the whole run. Log positions are dropped: sweeps do not need them.
 */
function copied(trades: Trades, from: number, to: number): Trades {
  const part = sliceTrades(trades, from, to)
  return {
    length: part.length,
    ts: part.ts.slice(),
    price: part.price.slice(),
    qty: part.qty.slice(),
    buy: part.buy.slice(),
    fills: part.fills.slice(),
    id: part.id.slice(),
    textId: part.textId,
    seq: null,
  }
}
