import type { MarketListing } from '../../live/types.ts'
import { rawMessage, rawObject } from '../../live/venues/raw-message.ts'
import { MAX_BUFFERED_MESSAGES } from '../book-rule.ts'
import type { BookRule, BookSink, RawDepthMessage, RawLevels } from '../book-rule.ts'
import { isWhole, levelsOf } from './raw-levels.ts'

/** One `depthUpdate`: everything that changed from update id `first` to `last`. */
interface DepthUpdate {
  readonly t: number
  readonly first: number
  readonly last: number
  /** Futures: `last` of the update before. Spot: `first` - 1, since its ids never jump. */
  readonly previous: number
  readonly levels: RawLevels
}

interface RestBook {
  readonly last: number
  /** Spot snapshots have no time. */
  readonly t: number | null
  readonly levels: RawLevels
}

/**
 * Binance spot (`U = previous u + 1`) and, with `futures`, USD-M and COIN-M (`pu = previous u`): changes from the stream, the
 * book from REST. Updates up to the snapshot's `lastUpdateId` are dropped; the next one must begin at most one id after it.
 *
 * Clock   T of the matching engine on futures, E of sending on spot. A spot snapshot gets the time of the update before it.
 * Source  docs/exchanges/binance.md
 */
export class BinanceBookRule implements BookRule {
  readonly proof = 'proven'
  readonly #symbol: string
  readonly #futures: boolean
  #buffer: DepthUpdate[] = []
  /** The snapshot until an update proves what follows it. */
  #snapshot: RestBook | null = null
  #requested = false
  /** Last id of the book; null before it. */
  #last: number | null = null
  /** Time of the last update before the book. */
  #droppedMs: number | null = null

  constructor(listing: Pick<MarketListing, 'kind' | 'marketId'>) {
    this.#symbol = listing.marketId
    this.#futures = listing.kind !== 'spot'
  }

  read(message: RawDepthMessage, sink: BookSink): void {
    const raw = rawObject(message.value['data']) ?? message.value
    if (raw['e'] !== 'depthUpdate' || raw['s'] !== this.#symbol) return sink.ignored()
    const update = this.#readUpdate(raw)
    if (update === null) return sink.lost('an update without its ids, time or levels')
    if (this.#last !== null) return this.#apply(update, sink)
    const newest = this.#buffer.at(-1)
    if (newest !== undefined && update.previous !== newest.last) return sink.lost(gap(newest.last, update))
    if (this.#buffer.length >= MAX_BUFFERED_MESSAGES) return sink.lost('no snapshot within the buffered updates')
    this.#buffer.push(update)
    if (this.#snapshot !== null) return this.#join(this.#snapshot, sink)
    if (this.#requested) return sink.ignored()
    this.#requested = true
    sink.needsSnapshot()
  }

  readSnapshot(text: string, sink: BookSink): void {
    if (this.#last !== null) return sink.ignored()
    const snapshot = readRestBook(text)
    if (snapshot === null) return sink.lost('the REST snapshot cannot be read')
    this.#join(snapshot, sink)
  }

  /** Drops the updates that the snapshot contains, and starts the book with the one that follows it. */
  #join(snapshot: RestBook, sink: BookSink): void {
    const next = this.#buffer.findIndex((update) => update.last > snapshot.last)
    const dropped = next < 0 ? this.#buffer.at(-1) : this.#buffer[next - 1]
    if (dropped !== undefined) this.#droppedMs = dropped.t
    this.#buffer.splice(0, next < 0 ? this.#buffer.length : next)
    this.#snapshot = snapshot
    if (next < 0) return sink.ignored()
    const [first] = this.#buffer
    if (first.first > snapshot.last + 1 && first.previous > snapshot.last) {
      this.#snapshot = null
      return sink.needsSnapshot()
    }
    const updates = this.#buffer
    this.#buffer = []
    this.#snapshot = null
    this.#last = updates[updates.length - 1].last
    sink.snapshot(snapshot.t ?? this.#droppedMs ?? first.t, snapshot.levels)
    for (const update of updates) sink.changes(update.t, update.levels)
  }

  #apply(update: DepthUpdate, sink: BookSink): void {
    const last = this.#last as number
    if (update.last <= last) return sink.ignored()
    if (update.previous !== last) return sink.lost(gap(last, update))
    this.#last = update.last
    sink.changes(update.t, update.levels)
  }

  #readUpdate(raw: Readonly<Record<string, unknown>>): DepthUpdate | null {
    const { U: first, u: last, b: bids, a: asks, T, E } = raw
    const previous = this.#futures ? raw['pu'] : Number(first) - 1
    const t = this.#futures && T !== undefined ? T : E
    const levels = levelsOf(bids, asks)
    if (!isWhole(first) || !isWhole(last) || !isWhole(t) || last < first || levels === null) return null
    // The very first id of a spot market follows none.
    if (!Number.isSafeInteger(previous)) return null
    return { t, first, last, previous: previous as number, levels }
  }
}

function readRestBook(text: string): RestBook | null {
  const raw = rawMessage(text)
  if (raw === null) return null
  const { lastUpdateId: last, bids, asks, T } = raw
  const levels = levelsOf(bids, asks)
  return isWhole(last) && levels !== null ? { last, t: isWhole(T) ? T : null, levels } : null
}

function gap(last: number, update: DepthUpdate): string {
  return `gap: update ${update.first} to ${update.last} does not follow ${last}`
}
