import type { Trades } from '@flowprint/orderflow'
import type { Instrument, TapeStore } from '../../store/index.ts'
import type { Span } from './plan.ts'
import { delay } from '../../../platform/async/index.ts'

export interface Committer {
  readonly store: TapeStore
  readonly pace: CommitPace
  readonly signal: AbortSignal
}

/**
 * Commits fetched history as a revision of its range, with the coverage it adds. `covers`: the time the source answered
 * completely; null: from its first trade to its last.
 */
export async function commitBatch(
  { store, pace, signal }: Committer,
  instrument: Instrument,
  trades: Trades,
  covers: Span | null,
  tally: Tally,
): Promise<void> {
  const isFollowed = await store.isLeased(instrument)
  await pace.ready(isFollowed, signal)
  const until = covers?.to ?? (trades.length > 0 ? trades.ts[trades.length - 1] + 1 : -Infinity)
  const { watermark } = await store.spans(instrument)
  // A formerly live market without a feed: advance its clock with the fetched data, otherwise all of it would stay
  // unfolded.
  const clock = !isFollowed && watermark !== null && until > watermark ? { watermark: until } : {}
  const result = await store.importRun(instrument, [trades], {
    ...(covers === null ? {} : { covers }),
    reason: 'backfill',
    ...clock,
  })
  if (result.seq !== null) pace.committed()
  const { imported, duplicates, conflicting, from, to } = result
  addTally(tally, { rows: trades.length, imported, duplicates, conflicting, rejected: 0, from, to })
}

/** Min time between two revisions of a running backfill per symbol (stream rule 4). */
const COMMIT_GAP_MS = 5_000

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * Spaces out the commits of a symbol's backfill while a live feed writes the same tape: readers get at most one
 * revision every five seconds, and the feed is not blocked in between. Without a live feed nothing waits: the hub joins
 * consecutive revisions.
 */
export class CommitPace {
  readonly #now: () => number
  readonly #sleep: Sleep
  #last = -Infinity

  constructor(now: () => number = () => performance.now(), wait: Sleep = (ms, signal) => delay(ms, { signal })) {
    this.#now = now
    this.#sleep = wait
  }

  /** Waits until the next commit is allowed. */
  async ready(isFollowed: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (!isFollowed) return
    const left = this.#last + COMMIT_GAP_MS - this.#now()
    if (left > 0) await this.#sleep(left, signal)
    signal.throwIfAborted()
  }

  committed(): void {
    this.#last = this.#now()
  }
}

/** Totals of a backfill, for its summary and its log. */
export interface Tally {
  /** Trades read, new, already stored, and skipped because they belong to another day. */
  rows: number
  imported: number
  duplicates: number
  /** Skipped because a different trade has their id. */
  conflicting: number
  rejected: number
  /** ts of the first and last trade, or null. */
  from: number | null
  to: number | null
}

export const emptyTally = (): Tally => ({
  rows: 0,
  imported: 0,
  duplicates: 0,
  conflicting: 0,
  rejected: 0,
  from: null,
  to: null,
})

export function addTally(sum: Tally, more: Tally): void {
  sum.rows += more.rows
  sum.imported += more.imported
  sum.duplicates += more.duplicates
  sum.conflicting += more.conflicting
  sum.rejected += more.rejected
  if (more.from !== null) sum.from = Math.min(sum.from ?? Infinity, more.from)
  if (more.to !== null) sum.to = Math.max(sum.to ?? -Infinity, more.to)
}
