import { crc32 } from 'node:zlib'
import type { BookProof } from '@flowprint/orderflow'
import type { MarketListing } from '../../live/types.ts'
import { isoMs, rawList, rawMessage, rawObject } from '../../live/venues/raw-message.ts'
import type { BookRule, BookSink, RawDepthMessage, RawLevel } from '../book-rule.ts'

/** Levels a side that the checksum covers. */
const CHECKED_LEVELS = 10

/**
 * Kraken WebSocket v2 `book`: the best levels of each side. Messages are not numbered; each carries the CRC32 of the ten
 * best levels a side after it was applied. Levels that leave the depth are not removed by the venue: the book is truncated
 * to the depth after each message, here for the checksum and by the receiver (a window of fixed depth).
 *
 * Proof   `proven` at depth 10. Deeper levels are not covered by the checksum: `connection`.
 * Clock   `timestamp`, ISO with microseconds, floored. Snapshots before 2025 have none: our clock.
 * Numbers `price` and `qty` are texts here (parseKrakenBook): the checksum is computed from their digits.
 * Cost    O(log depth) per level, plus moving at most `depth` entries of an array.
 * Source  docs/exchanges/kraken.md
 */
export class KrakenBookRule implements BookRule {
  readonly proof: BookProof
  readonly #symbol: string
  readonly #depth: number
  #hasBook = false
  readonly #bids = new TextSide(-1)
  readonly #asks = new TextSide(1)

  /** Input  depth: 10, 25, 100, 500 or 1000, as subscribed. */
  constructor(listing: Pick<MarketListing, 'marketId'>, depth: number) {
    this.#symbol = listing.marketId
    this.#depth = depth
    this.proof = depth <= CHECKED_LEVELS ? 'proven' : 'connection'
  }

  read(message: RawDepthMessage, sink: BookSink): void {
    const { channel, type, data } = message.value
    if (channel !== 'book') return sink.ignored()
    const books = rawList(data)
    const book = rawObject(books?.[0])
    if (book === null || books?.length !== 1) return sink.lost('a message that does not contain one book')
    if (book['symbol'] !== this.#symbol) return sink.ignored()
    if (type !== 'snapshot' && type !== 'update') return sink.lost(`type ${String(type)}`)
    if (type === 'update' && !this.#hasBook) return sink.ignored()
    const t = book['timestamp'] === undefined ? message.receivedAtMs : isoMs(book['timestamp'])
    const bids = readSide(book['bids'])
    const asks = readSide(book['asks'])
    if (!(t > 0) || bids === null || asks === null) return sink.lost('a book without its time or levels')
    if (type === 'snapshot') this.#clear()
    this.#bids.apply(bids)
    this.#asks.apply(asks)
    this.#bids.truncate(this.#depth)
    this.#asks.truncate(this.#depth)
    const checksum = krakenChecksum(this.#bids.best(CHECKED_LEVELS), this.#asks.best(CHECKED_LEVELS))
    if (Number(book['checksum']) !== checksum)
      return sink.lost(`checksum ${checksum} of the book, ${String(book['checksum'])} of the venue`)
    if (type === 'update') return sink.changes(t, { bids, asks })
    const restart = this.#hasBook ? 'the venue sent another snapshot' : undefined
    this.#hasBook = true
    sink.snapshot(t, { bids, asks }, restart)
  }

  #clear(): void {
    this.#bids.clear()
    this.#asks.clear()
  }
}

/** Parses a message of the `book` channel with `price` and `qty` as texts, digit for digit; null if it is not an object. */
export function parseKrakenBook(text: string): Record<string, unknown> | null {
  // Only keys match: inside a JSON string their quotes would be escaped.
  return rawMessage(text.replace(/"(price|qty)"\s*:\s*(-?\d[\d.eE+-]*)/g, '"$1":"$2"'))
}

/**
 * Kraken's checksum: CRC32 of the digits of the best ten asks, then bids: price, then quantity, without the decimal point
 * and without leading zeros.
 *
 * Input   levels from the touch, at most ten a side, as sent.
 */
function krakenChecksum(bids: readonly RawLevel[], asks: readonly RawLevel[]): number {
  let digits = ''
  for (const [price, qty] of [...asks, ...bids]) digits += digitsOf(price) + digitsOf(qty)
  return crc32(digits)
}

function digitsOf(number: string): string {
  return number.replace('.', '').replace(/^0+/, '')
}

function readSide(value: unknown): RawLevel[] | null {
  const levels: RawLevel[] = []
  for (const entry of rawList(value) ?? [null]) {
    const level = rawObject(entry)
    if (typeof level?.['price'] !== 'string' || typeof level['qty'] !== 'string') return null
    levels.push([level['price'], level['qty']])
  }
  return levels
}

/** One side of a book as texts, sorted from the touch. Doubles only order the prices: no pair has more than 15 digits. */
class TextSide {
  readonly #direction: 1 | -1
  readonly #prices: number[] = []
  readonly #levels: RawLevel[] = []

  /** Input  direction: 1 ascending (asks), -1 descending (bids). */
  constructor(direction: 1 | -1) {
    this.#direction = direction
  }

  apply(levels: readonly RawLevel[]): void {
    for (const level of levels) this.#set(level)
  }

  best(count: number): RawLevel[] {
    return this.#levels.slice(0, count)
  }

  /** Removes all but the best `depth` levels. */
  truncate(depth: number): void {
    this.#prices.length = Math.min(this.#prices.length, depth)
    this.#levels.length = this.#prices.length
  }

  clear(): void {
    this.#prices.length = 0
    this.#levels.length = 0
  }

  #set(level: RawLevel): void {
    const price = Number(level[0])
    const at = this.#indexOf(price)
    const exists = this.#prices[at] === price
    if (Number(level[1]) === 0) {
      if (!exists) return
      this.#prices.splice(at, 1)
      this.#levels.splice(at, 1)
    } else if (exists) this.#levels[at] = level
    else {
      this.#prices.splice(at, 0, price)
      this.#levels.splice(at, 0, level)
    }
  }

  /** Index of the price, or where it belongs. */
  #indexOf(price: number): number {
    let low = 0
    let high = this.#prices.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#prices[middle] - price) * this.#direction < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
