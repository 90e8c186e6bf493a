import { decimalUnit, toUnits, TradeBuilder } from '@flowprint/orderflow'
import type { DecimalUnit, Trades } from '@flowprint/orderflow'
import type { MarketListing } from './types.ts'

/** Maximum number of trades of one market per millisecond with distinct positions. */
const POSITIONS_PER_MS = 4096

/**
 * Converts the texts of one market into ticks and lots, for readers and REST.
 *
 * Numeric ids are kept. Text ids get a position, ts x 4096 + k, where k counts the earlier trades of the same
 * millisecond in this source: it depends only on the trades, not on when they were received.
 */
export class TradeRun {
  readonly listing: MarketListing
  readonly #tick: DecimalUnit
  readonly #lot: DecimalUnit
  readonly #numericIds: boolean
  readonly #built = new TradeBuilder(16)
  #lastMs = -1
  #within = 0

  constructor(listing: MarketListing, numericIds: boolean) {
    this.listing = listing
    this.#tick = decimalUnit(listing.tickSize)
    this.#lot = decimalUnit(listing.lotSize)
    this.#numericIds = numericIds
  }

  get length(): number {
    return this.#built.length
  }

  /**
   * Adds one trade; arguments as FrameSink.trade.
   * Throws  OrderflowError if a number is not a multiple of its unit or out of range, RangeError if an id is not a safe
   *         integer.
   */
  add(ts: number, price: string, qty: string, buy: boolean, fills: number, id: string | number): void {
    if (!Number.isSafeInteger(ts) || ts <= 0) throw new RangeError(`invalid trade time: ${ts}`)
    if (!Number.isSafeInteger(fills) || fills < 1) throw new RangeError(`invalid number of fills: ${fills}`)
    const ticks = toUnits(price, this.#tick)
    const lots = toUnits(qty, this.#lot)
    if (this.#numericIds) {
      const number = typeof id === 'number' ? id : Number(id)
      if (!Number.isSafeInteger(number) || id === '') throw new RangeError(`invalid trade id: ${id}`)
      this.#built.push(ts, ticks, lots, buy, fills, number)
    } else {
      this.#built.push(ts, ticks, lots, buy, fills, this.#position(ts), String(id))
    }
  }

  /** Returns the trades since the last call as separate columns and resets the run. */
  take(): Trades {
    const trades = copied(this.#built.build())
    this.#built.clear()
    return trades
  }

  /** Discards what was added since the last `take`. */
  drop(): void {
    this.#built.clear()
  }

  #position(ts: number): number {
    this.#within = ts === this.#lastMs ? this.#within + 1 : 0
    this.#lastMs = ts
    return ts * POSITIONS_PER_MS + Math.min(this.#within, POSITIONS_PER_MS - 1)
  }
}

/** Most messages contain few trades: compact copies need fewer bytes than views on a shared run. */
function copied(trades: Trades): Trades {
  return {
    ...trades,
    ts: trades.ts.slice(),
    price: trades.price.slice(),
    qty: trades.qty.slice(),
    buy: trades.buy.slice(),
    fills: trades.fills.slice(),
    id: trades.id.slice(),
  }
}
