import type { MarketListing } from '../../live/types.ts'
import { rawList, rawObject } from '../../live/venues/raw-message.ts'
import type { BookRule, BookSink, RawDepthMessage, RawLevel } from '../book-rule.ts'

/**
 * Hyperliquid `l2Book`: every message is the whole book of 20 levels a side. Nothing numbers the messages, so changes between
 * them are unknown.
 *
 * Clock   `time` of the block.
 * Source  docs/exchanges/hyperliquid.md
 */
export class HyperliquidBookRule implements BookRule {
  readonly proof = 'sampled'
  readonly #coin: string
  #lastMs = 0

  constructor(listing: Pick<MarketListing, 'marketId'>) {
    this.#coin = listing.marketId
  }

  read(message: RawDepthMessage, sink: BookSink): void {
    const data = rawObject(message.value['data'])
    if (message.value['channel'] !== 'l2Book' || data?.['coin'] !== this.#coin) return sink.ignored()
    const { time } = data
    const sides = rawList(data['levels'])
    const bids = readSide(sides?.[0])
    const asks = readSide(sides?.[1])
    if (typeof time !== 'number' || !Number.isSafeInteger(time) || time <= 0 || bids === null || asks === null)
      return sink.lost('a book without its time or levels')
    if (time < this.#lastMs) return sink.ignored()
    this.#lastMs = time
    sink.snapshot(time, { bids, asks })
  }
}

function readSide(value: unknown): RawLevel[] | null {
  const levels: RawLevel[] = []
  for (const entry of rawList(value) ?? [null]) {
    const level = rawObject(entry)
    if (typeof level?.['px'] !== 'string' || typeof level['sz'] !== 'string') return null
    levels.push([level['px'], level['sz']])
  }
  return levels
}
