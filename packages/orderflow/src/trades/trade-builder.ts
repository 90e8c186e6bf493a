import { OrderflowError } from '../errors.ts'
import type { Trades } from './trades.ts'

/**
 * Collects trades into growing columns.
 *
 * Prices must be whole ticks inside Int32 and quantities whole lots in 1..2^53 - 1; both are checked here, so later
 * code need not. Trades keep the order they are added in: `sortTrades` brings a run into canonical order.
 */
export class TradeBuilder {
  #length = 0
  #ts: Float64Array
  #price: Int32Array
  #qty: Float64Array
  #buy: Uint8Array
  #fills: Uint32Array
  #id: Float64Array
  #textId: string[] | null = null
  #seq: Float64Array | null = null

  constructor(capacity = 1024) {
    const size = Math.max(capacity, 16)
    this.#ts = new Float64Array(size)
    this.#price = new Int32Array(size)
    this.#qty = new Float64Array(size)
    this.#buy = new Uint8Array(size)
    this.#fills = new Uint32Array(size)
    this.#id = new Float64Array(size)
  }

  get length(): number {
    return this.#length
  }

  /**
   * Adds one trade.
   *
   * Input   ts ms; price ticks; qty lots; buy: the aggressor bought; fills >= 1; id: first fill's id, or the position
   *         when `textId` carries the venue's own; seq: log sequence. textId and seq come with every trade or with
   *         none.
   * Throws  OrderflowError PRICE_RANGE, QUANTITY_RANGE; RangeError when only some trades have textId or seq.
   */
  push(
    ts: number,
    price: number,
    qty: number,
    buy: boolean,
    fills: number,
    id: number,
    textId?: string,
    seq?: number,
  ): void {
    if (price !== (price | 0) || price === -2147483648)
      throw new OrderflowError('PRICE_RANGE', `price of ${price} ticks`)
    if (!(qty >= 1 && qty <= Number.MAX_SAFE_INTEGER && Number.isInteger(qty))) {
      throw new OrderflowError('QUANTITY_RANGE', `quantity of ${qty} lots`)
    }
    const at = this.#length
    if (at === this.#ts.length) this.#grow()
    if (textId !== undefined || this.#textId !== null) this.#pushText(at, textId)
    if (seq !== undefined || this.#seq !== null) this.#pushSeq(at, seq)
    this.#ts[at] = ts
    this.#price[at] = price
    this.#qty[at] = qty
    this.#buy[at] = buy ? 1 : 0
    this.#fills[at] = fills
    this.#id[at] = id
    this.#length = at + 1
  }

  /** The trades so far, as views: adding more does not change them, `clear` does. */
  build(): Trades {
    const n = this.#length
    return {
      length: n,
      ts: this.#ts.subarray(0, n),
      price: this.#price.subarray(0, n),
      qty: this.#qty.subarray(0, n),
      buy: this.#buy.subarray(0, n),
      fills: this.#fills.subarray(0, n),
      id: this.#id.subarray(0, n),
      textId: this.#textId === null ? null : this.#textId.slice(0, n),
      seq: this.#seq === null ? null : this.#seq.subarray(0, n),
    }
  }

  /** Removes all trades but keeps the memory; runs built before must no longer be in use. */
  clear(): void {
    this.#length = 0
    this.#textId = null
    this.#seq = null
  }

  #pushText(at: number, textId: string | undefined): void {
    if (at === 0) this.#textId = []
    if (this.#textId === null || textId === undefined) {
      throw new RangeError(`Condition failed: textId is set on every trade or on none, changed at trade ${at}`)
    }
    this.#textId.push(textId)
  }

  #pushSeq(at: number, seq: number | undefined): void {
    if (at === 0) this.#seq = new Float64Array(this.#ts.length)
    if (this.#seq === null || seq === undefined) {
      throw new RangeError(`Condition failed: seq is set on every trade or on none, changed at trade ${at}`)
    }
    this.#seq[at] = seq
  }

  #grow(): void {
    const size = this.#ts.length * 2
    this.#ts = grown(this.#ts, new Float64Array(size))
    this.#price = grown(this.#price, new Int32Array(size))
    this.#qty = grown(this.#qty, new Float64Array(size))
    this.#buy = grown(this.#buy, new Uint8Array(size))
    this.#fills = grown(this.#fills, new Uint32Array(size))
    this.#id = grown(this.#id, new Float64Array(size))
    if (this.#seq !== null) this.#seq = grown(this.#seq, new Float64Array(size))
  }
}

function grown<T extends { set(from: ArrayLike<number>): void }>(from: ArrayLike<number>, to: T): T {
  to.set(from)
  return to
}
