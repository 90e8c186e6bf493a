import type { MarketListing } from '../../live/types.ts'
import { rawObject } from '../../live/venues/raw-message.ts'
import type { BookRule, BookSink, RawDepthMessage } from '../book-rule.ts'
import { isWhole, levelsOf } from './raw-levels.ts'

/**
 * Bybit `orderbook.<depth>.<symbol>`: the best levels of each side, spot, linear and inverse. The first message is a
 * snapshot; `u` of each delta is one more than that of the message before. A further snapshot replaces the book: after a
 * restart of the service it has u = 1. Levels that leave the depth are removed by the venue.
 *
 * Clock   `cts` of the matching engine; `ts` of sending where it is missing (messages before 2024).
 * Source  docs/exchanges/bybit.md
 */
export class BybitBookRule implements BookRule {
  readonly proof = 'proven'
  readonly #topic: string
  /** `u` of the last message that was applied; null before the snapshot. */
  #last: number | null = null

  /** Input  depth: 50, 200 or 1000, as subscribed. */
  constructor(listing: Pick<MarketListing, 'marketId'>, depth: number) {
    this.#topic = `orderbook.${depth}.${listing.marketId}`
  }

  read(message: RawDepthMessage, sink: BookSink): void {
    const { topic, type, cts, ts } = message.value
    if (topic !== this.#topic) return sink.ignored()
    const data = rawObject(message.value['data'])
    const update = data?.['u']
    const t = cts ?? ts
    const levels = levelsOf(data?.['b'], data?.['a'])
    if (!isWhole(update) || !isWhole(t) || levels === null) return sink.lost('a book without its id, time or levels')
    const last = this.#last
    if (type === 'snapshot') {
      this.#last = update
      return sink.snapshot(t, levels, last === null ? undefined : restartOf(update))
    }
    if (type !== 'delta') return sink.lost(`type ${String(type)}`)
    if (last === null || update === last) return sink.ignored()
    if (update !== last + 1) return sink.lost(`gap: update ${update} does not follow ${last}`)
    this.#last = update
    sink.changes(t, levels)
  }
}

function restartOf(update: number): string {
  return update === 1 ? 'the venue restarted its service' : 'the venue sent another snapshot'
}
