import { decimalUnit, toUnits, TradeBuilder } from '@flowprint/orderflow'
import type { DecimalUnit, Trades } from '@flowprint/orderflow'
import type { MarketListing } from './types.ts'

/** Greatest number of trades of one market in one millisecond whose positions stay apart. */
const POSITIONS_PER_MS = 4096

/**
 * Turns the texts of one market into ticks and lots, for readers and REST alike.
 *
 * Numbered ids are kept as they are. Text ids get a position, ts x 4096 + k, where k counts the trades of the same
 * millisecond before it in this source: it depends on the trades alone, never on when they were received.
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
   * Throws  OrderflowError when a number does not divide or leaves its range, RangeError when an id is no safe integer.
   */
  add(ts: number, price: string, qty: string, buy: boolean, fills: number, id: string | number): void {
    if (!Number.isSafeInteger(ts) || ts <= 0) throw new RangeError(`no time of a trade: ${ts}`)
    if (!Number.isSafeInteger(fills) || fills < 1) throw new RangeError(`no number of fills: ${fills}`)
    const ticks = toUnits(price, this.#tick)
    const lots = toUnits(qty, this.#lot)
    if (this.#numericIds) {
      const number = typeof id === 'number' ? id : Number(id)
      if (!Number.isSafeInteger(number) || id === '') throw new RangeError(`no id of a trade: ${id}`)
      this.#built.push(ts, ticks, lots, buy, fills, number)
    } else {
      this.#built.push(ts, ticks, lots, buy, fills, this.#position(ts), String(id))
    }
  }

  /** The trades since the last call, as columns of their own; the run begins anew. */
  take(): Trades {
    const trades = copied(this.#built.build())
    this.#built.clear()
    return trades
  }

  /** Forgets what was added since the last `take`. */
  drop(): void {
    this.#built.clear()
  }

  #position(ts: number): number {
    this.#within = ts === this.#lastMs ? this.#within + 1 : 0
    this.#lastMs = ts
    return ts * POSITIONS_PER_MS + Math.min(this.#within, POSITIONS_PER_MS - 1)
  }
}

/** Most messages hold one trade or a few: their columns fit into a few bytes each, where views on a shared run would not. */
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
