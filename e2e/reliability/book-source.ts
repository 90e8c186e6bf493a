import { ASK, BID, Book, decimalUnit, fromUnits, toUnits, WHOLE_WINDOW } from '@flowprint/orderflow'
import type { BookSide, DecimalUnit } from '@flowprint/orderflow'
import { seededRandom } from '@flowprint/testkit'
import type { FakeExchange, FakeLevels, FakeMarket, FakeVenue } from '@flowprint/testkit'

/** Units of the markets of `createVenues`. */
const TICK = decimalUnit('0.1')
const LOT = decimalUnit('0.0001')
/** Prices of the books, ticks; trades do not move them. */
const MIDDLE = 850_000
const SPACING = 100
/** Few enough for the venues that send the best levels only. */
const LEVELS = 8
/** The best bid: its quantity is the number of changes so far, so that every state of the book is told from all others. */
const MARKER = MIDDLE - SPACING
const INITIAL_LOTS = 500
const MAX_LOTS = 10_000
/** Between two changes, wall-clock time. */
const CHANGE_MS = 60
/** Share of the changes that remove their level. */
const REMOVED_SHARE = 0.25

interface Change {
  readonly side: BookSide
  readonly tick: number
  readonly lots: number
}

const text = (tick: number, lots: number): [string, string] => [fromUnits(tick, TICK), fromUnits(lots, LOT)]
const sideTicks = (direction: 1 | -1): number[] =>
  Array.from({ length: LEVELS }, (_, i) => MIDDLE + direction * (i + 1) * SPACING)

/** The books of all markets at their start. */
export const INITIAL_LEVELS: FakeLevels = {
  bids: sideTicks(-1).map((tick) => text(tick, tick === MARKER ? 1 : INITIAL_LOTS)),
  asks: sideTicks(1).map((tick) => text(tick, INITIAL_LOTS)),
}

/** Decimals of a price and a quantity of a book. */
export interface BookUnits {
  readonly tick: DecimalUnit
  readonly lot: DecimalUnit
}

export const SOURCE_UNITS: BookUnits = { tick: TICK, lot: LOT }

/** How many changes a book contains: the quantity of its marker. */
export function countOf(book: Book, { tick, lot }: BookUnits): number {
  const marker = toUnits(fromUnits(MARKER, TICK), tick)
  return toUnits(fromUnits(book.lotsAt(BID, marker), lot), LOT) - 1
}

/** Changes the book of a fake market all the time, and knows every state that it had. */
export class BookSource {
  readonly #exchange: FakeExchange
  readonly #key: string
  readonly #random: () => number
  readonly #changes: Change[] = []
  #timer: NodeJS.Timeout | null = null

  constructor(exchange: FakeExchange, { venue, market: { listing }, seed }: BookSourceOptions) {
    this.#exchange = exchange
    this.#key = venue.keyOf?.(listing) ?? listing.marketId
    this.#random = seededRandom(seed)
  }

  /** Number of changes so far. */
  get count(): number {
    return this.#changes.length
  }

  start(): void {
    this.#timer = setInterval(() => this.#change(), CHANGE_MS)
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  /** The book after each number of changes, from 0; call with rising numbers. */
  replay(): (count: number) => Book {
    const book = new Book()
    const bids = sideTicks(-1)
    const asks = sideTicks(1)
    const lotsOf = (ticks: readonly number[]): Float64Array =>
      Float64Array.from(ticks, (tick) => (tick === MARKER ? 1 : INITIAL_LOTS))
    book.load({
      t: 0,
      window: WHOLE_WINDOW,
      bidTicks: Float64Array.from(bids),
      bidLots: lotsOf(bids),
      askTicks: Float64Array.from(asks),
      askLots: lotsOf(asks),
    })
    let applied = 0
    return (count) => {
      for (; applied < count; applied++) {
        const { side, tick, lots } = this.#changes[applied]
        book.set(side, tick, lots)
        book.set(BID, MARKER, applied + 2)
      }
      return book
    }
  }

  #change(): void {
    const side = this.#random() < 0.5 ? BID : ASK
    // The marker stays.
    const index = side === BID ? 1 + Math.floor(this.#random() * (LEVELS - 1)) : Math.floor(this.#random() * LEVELS)
    const tick = MIDDLE + (side === BID ? -1 : 1) * (index + 1) * SPACING
    const lots = this.#random() < REMOVED_SHARE ? 0 : 1 + Math.floor(this.#random() * MAX_LOTS)
    this.#changes.push({ side, tick, lots })
    const marker = text(MARKER, this.#changes.length + 1)
    const level = text(tick, lots)
    this.#exchange.changeBook(this.#key, side === BID ? { bids: [level, marker] } : { bids: [marker], asks: [level] })
  }
}

interface BookSourceOptions {
  readonly venue: FakeVenue
  readonly market: FakeMarket
  readonly seed: number
}
