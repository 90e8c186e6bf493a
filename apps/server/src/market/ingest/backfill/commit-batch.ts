import type { Trades } from '@flowprint/orderflow'
import type { Instrument, TapeStore } from '../../store/index.ts'
import type { CommitPace } from './commit-pace.ts'
import type { Span } from './plan.ts'
import { addTally, type Tally } from './tally.ts'

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
