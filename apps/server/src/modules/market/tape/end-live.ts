import { HOUR_MS } from '@flowprint/orderflow'
import { PartNumbers } from './chunk-rows.ts'
import { closeMinutes } from './close-minutes.ts'
import { inCommit } from './commit.ts'
import type { Commit } from './commit.ts'
import { endLiveRun } from './follow-coverage.ts'
import type { HeldLease } from './lease.ts'
import type { StoreContext } from './store-context.ts'
import { TierWriter } from './tier-writer.ts'
import { ceilTo } from './tiers.ts'

/**
 * The last live commit: folds raw trades, closes every block and resets the watermark to infinity (stream rule 6). The
 * reverse of `goLive`.
 */
export async function endLive(context: StoreContext, lease: HeldLease): Promise<void> {
  lease.assertHeld()
  const head = await inCommit(context, lease.instrument, lease.epoch, async (commit) => {
    await closeAll(commit)
    return { ...commit.head }
  })
  lease.onCommit(head, false)
}

async function closeAll(commit: Commit): Promise<void> {
  const { head, instrument } = commit
  const from = head.closedUntil
  if (head.watermark === null || from === null) return
  const tiers = new TierWriter(commit, from, Infinity)
  const until = head.lastTs === null ? from : ceilTo(head.lastTs + 1, HOUR_MS)
  if (until > from)
    await closeMinutes(commit, { from, until, closedUntil: until }, new PartNumbers(commit.rowVersion), tiers)
  await tiers.flush(true)
  await endLiveRun(commit)
  head.watermark = null
  head.closedUntil = null
  commit.events.push({ kind: 'resync', symbol: instrument.symbol, reason: 'no longer live' })
}
