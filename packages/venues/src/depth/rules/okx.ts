import type { MarketListing } from '../../live/types.ts'
import { rawList, rawObject } from '../../live/venues/raw-message.ts'
import type { BookRule, BookSink, RawDepthMessage } from '../book-rule.ts'
import { isWhole, levelsOf } from './raw-levels.ts'

/**
 * OKX `books`: the best 400 levels a side, all changes of 100 ms in one message. The first message is the snapshot, then
 * prevSeqId of each equals seqId of the one before. Ids jump, and go back once when OKX resets them; only equality counts.
 * Levels that leave the 400 are removed by the venue. `checksum` is always 0 since 2026 and is not read.
 *
 * Clock   `ts`, ms: when the book was generated.
 * Quiet   after 60 s without a change OKX sends seqId = prevSeqId and no levels.
 * Source  docs/exchanges/okx.md
 */
export class OkxBookRule implements BookRule {
  readonly proof = 'proven'
  readonly #instId: string
  /** Ids of the last message that was applied; null before the snapshot. */
  #last: { readonly seqId: number; readonly prevSeqId: number } | null = null

  constructor(listing: Pick<MarketListing, 'marketId'>) {
    this.#instId = listing.marketId
  }

  read(message: RawDepthMessage, sink: BookSink): void {
    const { arg, action, data, event } = message.value
    const subscription = rawObject(arg)
    const isOwn = subscription?.['channel'] === 'books' && subscription['instId'] === this.#instId
    // Confirmations carry the same `arg`.
    if (!isOwn || event !== undefined) return sink.ignored()
    const books = rawList(data)
    if (books === null || books.length !== 1) return sink.lost('a message that does not contain one book')
    if (action !== 'snapshot' && action !== 'update') return sink.lost(`action ${String(action)}`)
    this.#readBook(rawObject(books[0]), action === 'snapshot', sink)
  }

  #readBook(book: Readonly<Record<string, unknown>> | null, isSnapshot: boolean, sink: BookSink): void {
    const { seqId, prevSeqId } = book ?? {}
    const t = msOf(book?.['ts'])
    const levels = levelsOf(book?.['bids'], book?.['asks'])
    if (!isWhole(seqId) || !Number.isSafeInteger(prevSeqId) || t === null || levels === null)
      return sink.lost('a book without its ids, time or levels')
    const last = this.#last
    if (isSnapshot) {
      this.#last = { seqId, prevSeqId: prevSeqId as number }
      return sink.snapshot(t, levels, last === null ? undefined : 'the venue sent another snapshot')
    }
    if (last === null) return sink.ignored()
    if (prevSeqId !== last.seqId) {
      const isRepeated = seqId === last.seqId && prevSeqId === last.prevSeqId
      return isRepeated ? sink.ignored() : sink.lost(`gap: an update follows ${String(prevSeqId)}, not ${last.seqId}`)
    }
    this.#last = { seqId, prevSeqId }
    sink.changes(t, levels)
  }
}

/** Ms as text; null if it is none. */
function msOf(value: unknown): number | null {
  return typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : null
}
