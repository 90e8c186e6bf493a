import { decimalUnit, fromUnits } from '@flowprint/orderflow'
import { seededRandom, type FakeLevel, type FakeLevels, type FakeMarket } from '@flowprint/testkit'

/** Levels of each side at the start. */
const LEVELS = 1_000
const MIDDLE = 9_500_000
/** Mean distance of a change from the middle, ticks. */
const REACH = 150
const REMOVED_SHARE = 0.3
const MAX_LOTS = 10 ** 7

/** An endless sequence of changes of one book, the same for the same seed: most are near the touch, and it never crosses. */
export class BookFlow {
  readonly market: FakeMarket
  readonly #random: () => number
  readonly #price: (ticks: number) => string
  readonly #qty: (lots: number) => string

  constructor(seed: number, { listing, tape }: FakeMarket) {
    this.#random = seededRandom(seed)
    const [tick, lot] = [decimalUnit(listing.tickSize), decimalUnit(listing.lotSize)]
    this.#price = (ticks) => fromUnits(ticks, tick)
    this.#qty = (lots) => fromUnits(lots, lot)
    const distances = Array.from({ length: LEVELS }, (_, i) => i + 1)
    this.market = {
      listing,
      tape,
      levels: {
        bids: distances.map((distance) => this.#level(MIDDLE - distance, 0)),
        asks: distances.map((distance) => this.#level(MIDDLE + distance, 0)),
      },
    }
  }

  /** Changes of that many different levels, half of them bids. */
  next(levels: number): FakeLevels {
    return { bids: this.#side(-1, Math.floor(levels / 2)), asks: this.#side(1, Math.ceil(levels / 2)) }
  }

  #side(sign: -1 | 1, count: number): FakeLevel[] {
    const distances = new Set<number>()
    while (distances.size < count) distances.add(1 + Math.floor(-Math.log(1 - this.#random()) * REACH))
    return [...distances].map((distance) => this.#level(MIDDLE + sign * distance, REMOVED_SHARE))
  }

  #level(ticks: number, removedShare: number): FakeLevel {
    const isRemoved = this.#random() < removedShare
    return [this.#price(ticks), isRemoved ? '0' : this.#qty(1 + Math.floor(this.#random() ** 4 * MAX_LOTS))]
  }
}
