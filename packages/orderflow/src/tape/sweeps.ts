import { concatTrades, emptyTrades, idText, sliceTrades } from '../trades/trades.ts'
import type { Trades } from '../trades/trades.ts'
import { absLots, addLots, multiplyLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import type { Ticks, UnixMs } from '../units/units.ts'
import { MINUTE_MS } from '../time.ts'

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
    notional = addLots(notional, multiplyLots(tick, qty[i]))
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

/**
 * Joins digests of consecutive runs into the sweeps of the whole tape, independent of how the trades were cut into
 * runs.
 *
 * Runs are added oldest first, without gaps. Sweeps that certainly ended are returned at once; the rest is kept in
 * `open`.
 */
export class SweepChain {
  #open: Trades | null

  /**
   * `open`: the trades of a sweep that began earlier and may continue, empty at the beginning of a tape; null =
   * unknown.
   */
  constructor(open: Trades | null) {
    this.#open = open
  }

  /** False until the first certain start of a sweep: earlier sweeps cannot be determined. */
  get isSure(): boolean {
    return this.#open !== null
  }

  /** Trades of the sweep that may continue; fewer than a full one. */
  get open(): Trades {
    return this.#open ?? emptyTrades()
  }

  /** Adds the next run; returns the sweeps that ended, in canonical order, in parts. */
  add(digest: SweepDigest): SweepCounts[] {
    const breaks = digest.tail.length > 0 || digest.minutes.length > 0
    const own = digest.minutes.length > 0 ? [digest] : []
    if (this.#open === null) {
      if (breaks) this.#open = digest.tail
      return own
    }
    const joined = digestSweeps(concatTrades([this.#open, digest.head]), { begins: true, keepAll: true })
    const ended: SweepCounts[] = joined.sweeps.length > 0 ? [joined] : []
    this.#open = breaks ? digest.tail : joined.tail
    if (breaks && joined.tail.length > 0) ended.push(countSweeps([readSweep(joined.tail, 0, joined.tail.length)], true))
    return [...ended, ...own]
  }

  /** Ends the open sweep: no trade follows it, or not soon enough. */
  end(): SweepCounts[] {
    const last = this.unfinished()
    if (last === null) return []
    this.#open = emptyTrades()
    return [countSweeps([last], true)]
  }

  /** The current state of the open sweep; null without one. */
  unfinished(): Sweep | null {
    return this.open.length === 0 ? null : readSweep(this.open, 0, this.open.length)
  }
}

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
function countSweeps(sweeps: readonly Sweep[], keepAll = false): SweepCounts {
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
