import { ASK, BID } from './depth.ts'
import type { BookChanges, BookSide, BookSnapshot, KnownWindow } from './depth.ts'
import { SortedLevels } from './sorted-levels.ts'
import type { UnixMs } from '../units/units.ts'

/** Window of a book without a snapshot: nothing is known. */
const NO_WINDOW: KnownWindow = { low: 0, high: -1 }

/** Window of a book that is known completely. */
export const WHOLE_WINDOW: KnownWindow = { low: -Number.MAX_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER }

/**
 * An order book: resting quantity per price and side, and the prices between which it is known.
 *
 * Input   ticks: safe integers. lots: safe integers >= 0, in the book's `qtyUnit`; 0 = no level.
 * Cost    per change two short binary searches, and a move of at most 128 entries when a level appears or disappears
 *         (sorted-levels.ts): 5 to 10 million changes per second on a book of 50,000 levels a side. Best prices: constant.
 * Throws  RangeError for values outside the ranges above; the book is unchanged then, except in `apply`.
 * Source  docs/data/book.md.
 */
export class Book {
  readonly #bids = new SortedLevels()
  readonly #asks = new SortedLevels()
  #low = NO_WINDOW.low
  #high = NO_WINDOW.high

  /** Replaces the whole book. Throws RangeError unless the snapshot is sorted from the touch and without duplicates. */
  load(snapshot: BookSnapshot): void {
    checkSide(snapshot.bidTicks, snapshot.bidLots, BID)
    checkSide(snapshot.askTicks, snapshot.askLots, ASK)
    checkWindow(snapshot.window)
    this.#bids.clear()
    this.#asks.clear()
    for (let i = 0; i < snapshot.bidTicks.length; i++) this.#bids.append(-snapshot.bidTicks[i], snapshot.bidLots[i])
    for (let i = 0; i < snapshot.askTicks.length; i++) this.#asks.append(snapshot.askTicks[i], snapshot.askLots[i])
    this.#low = snapshot.window.low
    this.#high = snapshot.window.high
  }

  /**
   * Sets the quantity of a level and returns the previous one (0 = none). A level outside the window widens it: from now
   * on its changes are seen.
   */
  set(side: BookSide, tick: number, lots: number): number {
    checkLevel(side, tick, lots)
    if (this.#low > this.#high) {
      this.#low = tick
      this.#high = tick
    } else if (tick < this.#low) {
      this.#low = tick
    } else if (tick > this.#high) {
      this.#high = tick
    }
    return side === BID ? this.#bids.set(-tick, lots) : this.#asks.set(tick, lots)
  }

  /** The quantity of a level, 0 = none. */
  lotsAt(side: BookSide, tick: number): number {
    return side === BID ? this.#bids.get(-tick) : this.#asks.get(tick)
  }

  /** Number of levels of a side. */
  size(side: BookSide): number {
    return this.#side(side).size
  }

  /** The highest bid, ticks; NaN when there is none. */
  bestBid(): number {
    // Adding 0 turns -0 into 0.
    return -this.#bids.first() + 0
  }

  /** The lowest ask, ticks; NaN when there is none. */
  bestAsk(): number {
    return this.#asks.first()
  }

  /** Whether the best bid is at or above the best ask; false while a side is empty. */
  isCrossed(): boolean {
    return this.bestBid() >= this.bestAsk()
  }

  get window(): KnownWindow {
    return { low: this.#low, high: this.#high }
  }

  /** Replaces the window. low > high: nothing is known. */
  setWindow(window: KnownWindow): void {
    checkWindow(window)
    this.#low = window.low
    this.#high = window.high
  }

  /** Applies the events [fromEvent, toEvent), oldest first. */
  apply(changes: BookChanges, fromEvent = 0, toEvent: number = changes.events): void {
    const from = fromEvent === 0 ? 0 : changes.end[fromEvent - 1]
    const to = toEvent === 0 ? 0 : changes.end[toEvent - 1]
    for (let k = from; k < to; k++) this.set(changes.side[k] as BookSide, changes.ticks[k], changes.lots[k])
  }

  /**
   * Calls `visitor` for the levels of a side with lowTick <= tick <= highTick, from the touch outwards. The book must not
   * change during the visit.
   */
  visit(side: BookSide, lowTick: number, highTick: number, visitor: (tick: number, lots: number) => void): void {
    if (side === BID) this.#bids.visit(-highTick, -lowTick, (key, lots) => visitor(-key + 0, lots))
    else this.#asks.visit(lowTick, highTick, visitor)
  }

  /** Removes all but the best `levels` of a side and returns the removed ticks, from the touch outwards. */
  truncate(side: BookSide, levels: number): number[] {
    if (!(Number.isSafeInteger(levels) && levels >= 0)) {
      throw new RangeError(`Condition failed: levels is a whole number >= 0, had ${levels}`)
    }
    const keys = this.#side(side).truncate(levels)
    return side === BID ? keys.map((key) => -key + 0) : keys
  }

  /** A copy of the whole book. */
  snapshot(t: UnixMs): BookSnapshot {
    const [bidTicks, bidLots] = this.#copy(BID)
    const [askTicks, askLots] = this.#copy(ASK)
    return { t, window: this.window, bidTicks, bidLots, askTicks, askLots }
  }

  /**
   * Converts the book to a finer unit: multiplies every quantity by `factor`.
   *
   * Throws  RangeError when the factor is not a whole number >= 1 or a product exceeds 2^53 - 1.
   */
  rescale(factor: number): void {
    if (!(Number.isSafeInteger(factor) && factor >= 1)) {
      throw new RangeError(`Condition failed: the factor is a whole number >= 1, had ${factor}`)
    }
    const max = Math.max(this.#bids.maxLots(), this.#asks.maxLots())
    if (max * factor > Number.MAX_SAFE_INTEGER) {
      throw new RangeError(`Condition failed: quantities are safe integers, had ${max} x ${factor}`)
    }
    this.#bids.scale(factor)
    this.#asks.scale(factor)
  }

  /** Removes every level; nothing is known. */
  clear(): void {
    this.#bids.clear()
    this.#asks.clear()
    this.#low = NO_WINDOW.low
    this.#high = NO_WINDOW.high
  }

  #side(side: BookSide): SortedLevels {
    return side === BID ? this.#bids : this.#asks
  }

  #copy(side: BookSide): [Float64Array, Float64Array] {
    const size = this.size(side)
    const ticks = new Float64Array(size)
    const quantities = new Float64Array(size)
    let k = 0
    this.visit(side, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, (tick, lots) => {
      ticks[k] = tick
      quantities[k++] = lots
    })
    return [ticks, quantities]
  }
}

/** Throws RangeError unless these are a side, a price and a quantity of a book. */
export function checkLevel(side: number, tick: number, lots: number): void {
  if (side !== BID && side !== ASK) throw new RangeError(`Condition failed: the side is 0 or 1, had ${side}`)
  if (!Number.isSafeInteger(tick)) throw new RangeError(`Condition failed: the tick is a safe integer, had ${tick}`)
  if (!(Number.isSafeInteger(lots) && lots >= 0)) {
    throw new RangeError(`Condition failed: the quantity is a safe integer >= 0, had ${lots}`)
  }
}

function checkWindow({ low, high }: KnownWindow): void {
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) {
    throw new RangeError(`Condition failed: the window has safe integers, had ${low} to ${high}`)
  }
}

/** Checks one side of a snapshot: sorted from the touch, no duplicates, quantities > 0. */
function checkSide(ticks: Float64Array, lots: Float64Array, side: BookSide): void {
  if (ticks.length !== lots.length) {
    throw new RangeError(`Condition failed: every level has a quantity, had ${ticks.length} and ${lots.length}`)
  }
  for (let i = 0; i < ticks.length; i++) {
    checkLevel(side, ticks[i], lots[i])
    if (lots[i] === 0) throw new RangeError(`Condition failed: a level of a snapshot has a quantity, at ${ticks[i]}`)
    if (i > 0 && !(side === BID ? ticks[i] < ticks[i - 1] : ticks[i] > ticks[i - 1])) {
      throw new RangeError(`Condition failed: a side is sorted from the touch, had ${ticks[i - 1]} before ${ticks[i]}`)
    }
  }
}
