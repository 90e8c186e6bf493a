import type { Bars } from '@flowprint/orderflow'
import { barDelta, barQuote, subtractLots } from '@flowprint/orderflow'
import type { Quantities } from './quantities.ts'

/** Volume of a bar by side, in the shown unit. */
export interface BarTotal {
  readonly bid: number
  readonly ask: number
  /** ask - bid, subtracted before it is rounded. */
  readonly delta: number
}

/**
 * Bid and ask totals of whole bars in the shown unit. Quote amounts are sums over a bar's cells, too expensive to
 * compute for every visible bar in every frame, so closed bars are cached.
 */
export class BarTotals {
  readonly #q: Quantities
  #bid = new Float64Array(0)
  #ask = new Float64Array(0)
  #delta = new Float64Array(0)
  /** Reused by `of` to avoid allocating per bar. */
  readonly #total = { bid: 0, ask: 0, delta: 0 }

  constructor(q: Quantities) {
    this.#q = q
  }

  /** Valid until the next call. */
  of(bars: Bars, i: number): BarTotal {
    const total = this.#total
    if (this.#q.unit === 'base') {
      total.bid = bars.bid[i] * this.#q.scale
      total.ask = bars.ask[i] * this.#q.scale
      total.delta = Number(barDelta(bars, i)) * this.#q.scale
      return total
    }
    this.#reserve(bars.length)
    if (Number.isNaN(this.#bid[i])) this.#add(bars, i)
    total.bid = this.#bid[i]
    total.ask = this.#ask[i]
    total.delta = this.#delta[i]
    return total
  }

  /** Invalidates bars from an index on. */
  invalidateFrom(index: number): void {
    this.#bid.fill(Number.NaN, index)
  }

  #add(bars: Bars, i: number): void {
    const { scale } = this.#q
    const bid = barQuote(bars, i, 'bid')
    const ask = barQuote(bars, i, 'ask')
    this.#bid[i] = Number(bid) * scale
    this.#ask[i] = Number(ask) * scale
    this.#delta[i] = Number(subtractLots(ask, bid)) * scale
  }

  #reserve(bars: number): void {
    const capacity = this.#bid.length
    if (capacity >= bars) return
    const size = Math.max(bars, capacity * 2)
    const bid = new Float64Array(size).fill(Number.NaN, capacity)
    const ask = new Float64Array(size)
    const delta = new Float64Array(size)
    bid.set(this.#bid)
    ask.set(this.#ask)
    delta.set(this.#delta)
    this.#bid = bid
    this.#ask = ask
    this.#delta = delta
  }
}
