import { concatTrades, emptyTrades, gatherTrades, lowerBoundTs, sliceTrades } from '../trades/trades.ts'
import type { Trades } from '../trades/trades.ts'
import { mergeTrades } from '../trades/merge-trades.ts'
import { absLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { readSweep, sweepStarts } from './sweeps.ts'
import type { Sweep } from './sweeps.ts'

/** Query for rows of time and sales. */
export interface TapeQuery {
  /** One row per sweep; false: one row per trade. */
  readonly merge: boolean
  /** Sizes in lots (base) or ticks x lots (quote; by magnitude at negative prices). */
  readonly unit: 'base' | 'quote'
  /** Minimum size of a row, in units of `unit`. */
  readonly atLeast: Lots
}

/** Percentiles above which rows count as large and as big (INDICATORS 9: the 99.5th percentile). */
const LARGE = 0.95
const BIG = 0.995
/** Minimum rows for a percentile. */
const MIN_ROWS = 200

/**
 * The newest trades of a market, received in any order with duplicates, and the rows of its time and sales.
 *
 * The rows do not depend on how trades are batched. The oldest sweep may have started before the kept trades. Trades
 * older than those evicted are ignored.
 *
 * Cost    `add`: the kept trades from the first new one on; `rows`: the trades visited until the page is full.
 * Source  docs/formulas/time-and-sales.md.
 */
export class RecentTape {
  readonly #capacity: number
  #trades: Trades = emptyTrades()
  #given = -Infinity

  /** Keeps between `capacity` and twice as many trades. */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get length(): number {
    return this.#trades.length
  }

  /** Adds trades in any order; duplicates count once. True when any trade was new. */
  add(trades: Trades): boolean {
    const before = this.#trades
    if (trades.length === 0) return false
    let earliest = Infinity
    for (let i = 0; i < trades.length; i++) earliest = Math.min(earliest, trades.ts[i])
    const same = lowerBoundTs(before, earliest)
    const merged = mergeTrades(withoutSeq(sliceTrades(before, same)), withoutSeq(trades)).trades
    const all = concatTrades([sliceTrades(before, 0, same), merged])
    const kept = sliceTrades(all, lowerBoundTs(all, this.#given))
    if (kept.length === before.length) return false
    this.#trades = kept
    if (kept.length > 2 * this.#capacity) this.#trim()
    return true
  }

  /** Up to `most` rows of at least the queried size, newest first. */
  rows(query: TapeQuery, most: number): Sweep[] {
    const trades = this.#trades
    const starts = startsOf(trades, query.merge)
    const sizeOf = query.unit === 'base' ? lotsAbout : notionalAbout
    // The fast sum is a double: it only skips rows that are clearly too small.
    const clearlyLess = Number(query.atLeast) * (1 - 1e-9)
    const rows: Sweep[] = []
    let to = trades.length
    for (let k = starts.length - 1; k >= 0 && rows.length < most; k--) {
      const from = starts[k]
      if (query.atLeast === 0 || sizeOf(trades, from, to) >= clearlyLess) {
        const row = readSweep(trades, from, to)
        if ((query.unit === 'base' ? row.lots : absLots(row.notional)) >= query.atLeast) rows.push(row)
      }
      to = from
    }
    return rows
  }

  /**
   * Thresholds from which a row is large (95th percentile of all kept rows, independent of the filter) and big
   * (99.5th).
   *
   * Output  sizes in units of the query, rounded to doubles; Infinity while there are fewer than 200 rows.
   * Ties    nearest rank: the smallest size that at least this share of the rows does not exceed.
   * Cost    a sort of the rows.
   */
  marks({ merge, unit }: TapeQuery): { readonly large: number; readonly big: number } {
    const trades = this.#trades
    const starts = startsOf(trades, merge)
    if (starts.length < MIN_ROWS) return { large: Infinity, big: Infinity }
    const sizeOf = unit === 'base' ? lotsAbout : notionalAbout
    const sizes = new Float64Array(starts.length)
    for (let k = 0; k < starts.length; k++)
      sizes[k] = sizeOf(trades, starts[k], k + 1 < starts.length ? starts[k + 1] : trades.length)
    sizes.sort()
    const at = (share: number) => sizes[Math.ceil(share * sizes.length) - 1]
    return { large: at(LARGE), big: at(BIG) }
  }

  /** Evicts the oldest trades, at the start of a sweep so that no row changes. */
  #trim(): void {
    const trades = this.#trades
    const starts = sweepStarts(trades)
    const wanted = trades.length - this.#capacity
    let k = starts.length - 1
    while (k > 0 && starts[k] > wanted) k -= 1
    // A copy: a view would retain the memory of the evicted trades.
    this.#trades = gatherTrades(
      trades,
      Uint32Array.from({ length: trades.length - starts[k] }, (_, i) => starts[k] + i),
    )
    this.#given = this.#trades.ts[0]
  }
}

function startsOf(trades: Trades, merge: boolean): Uint32Array {
  return merge ? sweepStarts(trades) : Uint32Array.from({ length: trades.length }, (_, i) => i)
}

function lotsAbout({ qty }: Trades, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += qty[i]
  return sum
}

function notionalAbout({ price, qty }: Trades, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += Math.abs(price[i]) * qty[i]
  return sum
}

/**
 * Drops log positions: they do not affect the order of the tape, and pages of /trades have different ones than frames.
 */
function withoutSeq(trades: Trades): Trades {
  return trades.seq === null ? trades : { ...trades, seq: null }
}
