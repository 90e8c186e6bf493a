import type { MarketListing } from '../../live/types.ts'
import { isoMs, rawList, rawObject } from '../../live/venues/raw-message.ts'
import type { BookRule, BookSink, RawDepthMessage, RawLevel, RawLevels } from '../book-rule.ts'
import { isWhole } from './raw-levels.ts'

/**
 * Coinbase Advanced `level2` (its messages: `l2_data`): the whole book in the first message, then every change.
 * `sequence_num` counts all messages of the connection, so this rule must read every message of its connection, and a
 * missing one of any channel may have been the book's. Removals of levels that do not exist are normal.
 *
 * Clock   the newest `event_time` of a message, of the matching engine; it never went back in the recorded session.
 *         `timestamp` of sending, some 50 ms later, where a message has none.
 * Source  docs/exchanges/coinbase.md
 */
export class CoinbaseBookRule implements BookRule {
  readonly proof = 'proven'
  readonly #productId: string
  /** The last number of the connection; null before the first message. */
  #last: number | null = null
  #hasBook = false

  constructor(listing: Pick<MarketListing, 'marketId'>) {
    this.#productId = listing.marketId
  }

  read(message: RawDepthMessage, sink: BookSink): void {
    const { channel, sequence_num: sequence, timestamp } = message.value
    // Error messages have neither a channel nor a number.
    if (channel === undefined) return sink.ignored()
    if (!isWhole(sequence)) return sink.lost('a message without its sequence_num')
    const last = this.#last
    // Documented: a lower number is a message out of order, to be ignored. Every number up to `last` has been read.
    if (last !== null && sequence <= last) return sink.ignored()
    if (last !== null && sequence !== last + 1) return sink.lost(`gap: message ${sequence} does not follow ${last}`)
    this.#last = sequence
    if (channel !== 'l2_data') return sink.ignored()
    this.#readEvents(rawList(message.value['events']), isoMs(timestamp), sink)
  }

  #readEvents(events: readonly unknown[] | null, sentMs: number, sink: BookSink): void {
    const updates: BookEvent[] = []
    for (const value of events ?? [null]) {
      const event = rawObject(value)
      if (event !== null && event['product_id'] !== this.#productId) continue
      const update = readEvent(event, sentMs)
      if (update === null) return sink.lost('a book without its time or levels')
      updates.push(update)
    }
    if (updates.length === 0) return sink.ignored()
    for (const update of updates) this.#apply(update, sink)
  }

  #apply({ isSnapshot, t, levels }: BookEvent, sink: BookSink): void {
    if (isSnapshot) {
      sink.snapshot(t, levels, this.#hasBook ? 'the venue sent another snapshot' : undefined)
      this.#hasBook = true
    } else if (this.#hasBook && levels.bids.length + levels.asks.length > 0) sink.changes(t, levels)
    else sink.ignored()
  }
}

interface BookEvent {
  readonly isSnapshot: boolean
  readonly t: number
  readonly levels: RawLevels
}

function readEvent(event: Readonly<Record<string, unknown>> | null, sentMs: number): BookEvent | null {
  const updates = rawList(event?.['updates'])
  const type = event?.['type']
  if (updates === null || (type !== 'snapshot' && type !== 'update')) return null
  const bids: RawLevel[] = []
  const asks: RawLevel[] = []
  let newestMs = 0
  let lastTime: unknown
  for (const value of updates) {
    const update = rawObject(value)
    if (update === null) return null
    const { side, price_level: price, new_quantity: qty, event_time: time } = update
    if (typeof price !== 'string' || typeof qty !== 'string') return null
    if (side === 'bid') bids.push([price, qty])
    else if (side === 'offer') asks.push([price, qty])
    else return null
    // The 46,000 levels of a snapshot share one time.
    if (time === lastTime) continue
    lastTime = time
    newestMs = Math.max(newestMs, isoMs(time) || 0)
  }
  const t = newestMs > 0 ? newestMs : sentMs
  return t > 0 ? { isSnapshot: type === 'snapshot', t, levels: { bids, asks } } : null
}
