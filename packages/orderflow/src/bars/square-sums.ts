import { lotsAt, type Lots, type LotsColumns } from '../units/lots.ts'
import type { Trades } from '../trades/trades.ts'
import type { Bars } from './bars.ts'

/**
 * Sums of price x price x lots, needed for the deviation around a VWAP. They cannot be derived from coarser rows, so
 * every bar stores its sum, computed while its ticks are known. The values exceed doubles: a sum is stored in three
 * parts of 48 bits, lowest first, which add like numbers and hold the greatest price (2^31) with the greatest quantity
 * (MAX_LOTS).
 */
export const SQUARE_PARTS = 3

const BASE = 2 ** 48
const BITS = 48n
const MASK = (1n << BITS) - 1n
const MAX = Number.MAX_SAFE_INTEGER
/** Products and sums up to this bound are added as doubles: the sum of two is still safe. */
const HALF = 2 ** 52

/** Sum of price x price x lots of bar i in ticks x ticks x lots, exactly; null when unknown. */
export function barSquares({ squares }: Pick<Bars, 'squares'>, i: number): bigint | null {
  const at = SQUARE_PARTS * i
  if (Number.isNaN(squares[at])) return null
  return (((BigInt(squares[at + 2]) << BITS) + BigInt(squares[at + 1])) << BITS) + BigInt(squares[at])
}

export function storeSquares(squares: Float64Array, i: number, exact: bigint): void {
  const at = SQUARE_PARTS * i
  squares[at] = Number(exact & MASK)
  squares[at + 1] = Number((exact >> BITS) & MASK)
  squares[at + 2] = Number(exact >> (2n * BITS))
}

/** Sets bar i to the sum of bars [from, to) of another run; unknown when any of them is. */
export function sumSquares(squares: Float64Array, i: number, pieces: Float64Array, from: number, to: number): void {
  let low = 0
  let middle = 0
  let high = 0
  for (let at = SQUARE_PARTS * from; at < SQUARE_PARTS * to; at += SQUARE_PARTS) {
    low += pieces[at]
    middle += pieces[at + 1]
    high += pieces[at + 2]
    if (low >= BASE) {
      low -= BASE
      middle += 1
    }
    if (middle >= BASE) {
      middle -= BASE
      high += 1
    }
  }
  squares.set([low, middle, high], SQUARE_PARTS * i)
}

/**
 * Stores the sum of a bar from sums over its ticks' distances to its low if they are exact in doubles; otherwise NaN.
 * `first`: sum of distance x lots; `second`: sum of distance x distance x lots. Exactness is checked by their maximum
 * possible size.
 */
export function storeFromLow(bars: BarSums, i: number, first: number, second: number): void {
  const span = bars.high[i] - bars.low[i]
  const volume = bars.bid[i] + bars.ask[i]
  if (span * span * volume <= MAX && span * volume <= MAX && volume <= MAX) {
    storeSquares(bars.squares, i, aroundZero(bars.low[i], BigInt(volume), BigInt(first), BigInt(second)))
  } else {
    bars.squares.fill(NaN, SQUARE_PARTS * i, SQUARE_PARTS * (i + 1))
  }
}

type BarSums = Pick<Bars, 'high' | 'low' | 'bid' | 'ask' | 'squares'>

/** Bars of native rows, whose sums are computed from their cells. */
type NativeBars = BarSums & Pick<Bars, 'row' | 'cellStart' | 'cellBid' | 'cellAsk'> & LotsColumns<'cellBid' | 'cellAsk'>

/** Stores the sum of a bar of native rows. Cost: its cells. */
export function storeNativeSquares(bars: NativeBars, i: number): void {
  const { row, cellStart, cellBid, cellAsk, low } = bars
  const bottom = low[i]
  let first = 0
  let second = 0
  for (let cell = cellStart[i]; cell < cellStart[i + 1]; cell++) {
    const moment = (row[cell] - bottom) * (cellBid[cell] + cellAsk[cell])
    first += moment
    second += (row[cell] - bottom) * moment
  }
  storeFromLow(bars, i, first, second)
  if (!Number.isNaN(bars.squares[SQUARE_PARTS * i])) return
  const sums = new SquareSums(bottom)
  for (let cell = cellStart[i]; cell < cellStart[i + 1]; cell++) {
    sums.add(row[cell], lotsAt(bars, 'cellBid', cell))
    sums.add(row[cell], lotsAt(bars, 'cellAsk', cell))
  }
  storeSquares(bars.squares, i, sums.total())
}

/** Stores the sum of a bar made of trades [from, to), at any size. */
export function storeTradeSquares(squares: Float64Array, i: number, trades: Trades, from: number, to: number): void {
  storeSquares(squares, i, sumOfSquares(trades, from, to))
}

/** Sum of price x price x lots of trades [from, to), exactly. */
export function sumOfSquares({ price, qty }: Pick<Trades, 'price' | 'qty'>, from: number, to: number): bigint {
  if (to <= from) return 0n
  let bottom = price[from]
  for (let k = from; k < to; k++) if (price[k] < bottom) bottom = price[k]
  const sums = new SquareSums(bottom)
  for (let k = from; k < to; k++) sums.add(price[k], qty[k])
  return sums.total()
}

/** Exact sums relative to the lowest price: accumulated in doubles and moved to bigints before they become inexact. */
class SquareSums {
  readonly #bottom: number
  #volume = 0
  #first = 0
  #second = 0
  #volumes = 0n
  #firsts = 0n
  #seconds = 0n

  constructor(bottom: number) {
    this.#bottom = bottom
  }

  add(price: number, lots: Lots): void {
    const above = price - this.#bottom
    if (typeof lots === 'number' && above * above * lots <= HALF && above * lots <= HALF && lots <= HALF) {
      this.#volume += lots
      this.#first += above * lots
      this.#second += above * above * lots
      if (this.#volume > HALF || this.#first > HALF || this.#second > HALF) this.#empty()
    } else {
      const distance = BigInt(above)
      this.#volumes += BigInt(lots)
      this.#firsts += distance * BigInt(lots)
      this.#seconds += distance * distance * BigInt(lots)
    }
  }

  total(): bigint {
    this.#empty()
    return aroundZero(this.#bottom, this.#volumes, this.#firsts, this.#seconds)
  }

  #empty(): void {
    this.#volumes += BigInt(this.#volume)
    this.#firsts += BigInt(this.#first)
    this.#seconds += BigInt(this.#second)
    this.#volume = 0
    this.#first = 0
    this.#second = 0
  }
}

/** Sum of (low + d)^2 x lots from the sums of lots, d x lots and d^2 x lots. */
function aroundZero(low: number, volume: bigint, first: bigint, second: bigint): bigint {
  const edge = BigInt(low)
  return edge * edge * volume + 2n * edge * first + second
}
