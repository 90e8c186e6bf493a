import { growColumns } from '../columns/column-table.ts'
import { allocateTrades, viewTrades } from './trade-columns.ts'
import type { TradeBuffer } from './trade-columns.ts'
import { TRADE_COLUMNS } from './trades.ts'
import type { Trades } from './trades.ts'
import { ticks, tradeLots } from '../units/units.ts'
import type { Ticks, TradeLots, UnixMs } from '../units/units.ts'

/**
 * Collects trades into growing columns.
 *
 * Prices must be whole ticks inside Int32 and quantities whole lots in 1..2^53 - 1; both are checked here, so later
 * code need not. Trades keep the order they are added in: `sortTrades` brings a run into canonical order.
 */
export class TradeBuilder {
  #length = 0
  #columns: TradeBuffer

  constructor(capacity = 1024) {
    this.#columns = allocateTrades(Math.max(capacity, 16))
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
    ts: UnixMs,
    price: Ticks,
    qty: TradeLots,
    buy: boolean,
    fills: number,
    id: number,
    textId?: string,
    seq?: number,
  ): void {
    ticks(price)
    tradeLots(qty)
    const at = this.#length
    if (at === this.#columns.ts.length) growColumns(TRADE_COLUMNS, this.#columns, 'trade', 2 * at)
    const columns = this.#columns
    if (textId !== undefined || columns.textId !== null) this.#pushText(at, textId)
    if (seq !== undefined || columns.seq !== null) this.#pushSeq(at, seq)
    columns.ts[at] = ts
    columns.price[at] = price
    columns.qty[at] = qty
    columns.buy[at] = buy ? 1 : 0
    columns.fills[at] = fills
    columns.id[at] = id
    this.#length = at + 1
  }

  /** The trades so far, as views: adding more does not change them, `clear` does. */
  build(): Trades {
    return viewTrades(this.#columns, 0, this.#length)
  }

  /** Removes all trades but keeps the memory; runs built before must no longer be in use. */
  clear(): void {
    this.#length = 0
    this.#columns.textId = null
    this.#columns.seq = null
  }

  #pushText(at: number, textId: string | undefined): void {
    const columns = this.#columns
    if (at === 0) columns.textId = []
    if (columns.textId === null || textId === undefined) {
      throw new RangeError(`Condition failed: textId is set on every trade or on none, changed at trade ${at}`)
    }
    columns.textId.push(textId)
  }

  #pushSeq(at: number, seq: number | undefined): void {
    const columns = this.#columns
    if (at === 0) columns.seq = new Float64Array(columns.ts.length)
    if (columns.seq === null || seq === undefined) {
      throw new RangeError(`Condition failed: seq is set on every trade or on none, changed at trade ${at}`)
    }
    columns.seq[at] = seq
  }
}
