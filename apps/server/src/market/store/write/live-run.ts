import { HOUR_MS, lowerBoundT, sliceBars } from '@flowprint/orderflow'
import { deleteBlockRows, insertBlockRow, loadBlockRows } from '../rows/block-rows.ts'
import type { Commit } from './commit.ts'
import { closedUntilAt, TIERS, ceilTo } from '../tiers.ts'
import type { Tier } from '../tiers.ts'
import { PartNumbers } from '../rows/chunk-rows.ts'
import { closeMinutes } from './close-passed.ts'
import { inCommit } from './commit.ts'
import { endLiveRun } from '../coverage/follow-coverage.ts'
import type { HeldLease } from '../lease.ts'
import type { StoreContext } from '../store-context.ts'
import { TierWriter } from './tier-writer.ts'

/**
 * The first live commit: from now on bars close by the watermark. Removes bars that an import folded although the
 * market's clock has not passed their end yet; their trades are still in the chunks.
 */
export async function goLive(commit: Commit, watermark: number): Promise<void> {
  const { head, instrument } = commit
  head.watermark = watermark
  head.closedUntil = closedUntilAt(watermark)
  if (head.lastTs === null) return
  for (const tier of TIERS) for (const step of commit.steps) await removeBars(commit, tier, step, head.closedUntil)
  commit.events.push({ kind: 'resync', symbol: instrument.symbol, reason: 'live' })
}

/** Removes the bars of a tier that end after `closedUntil`. */
async function removeBars(commit: Commit, tier: Tier, step: number, closedUntil: number): Promise<void> {
  const { client, instrument } = commit
  const { rows } = await client.query<{ block_ts: number; part: number }>(
    'select block_ts, part from footprint_block where instrument_id = $1 and tier = $2 and step = $3 and block_ts >= $4 and to_ts > $5 order by block_ts, part',
    [instrument.id, tier.name, step, tier.blockStart(closedUntil), closedUntil - tier.barMs],
  )
  const keys = rows.map((row) => ({ blockTs: row.block_ts, part: row.part }))
  const loaded = await loadBlockRows(commit, { tier, step }, keys)
  await deleteBlockRows(commit, { tier, step }, keys)
  for (const bars of loaded) {
    const kept = sliceBars(bars, 0, lowerBoundT(bars, closedUntil - tier.barMs + 1))
    if (kept.length > 0) await insertBlockRow(commit, tier, { bars: kept, from: 0, to: kept.length })
  }
}

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
