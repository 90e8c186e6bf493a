import { setImmediate as nextTurn } from 'node:timers/promises'
import { MINUTE_MS, HOUR_MS, aggregateTrades, lowerBoundTs } from '@flowprint/orderflow'
import { deleteChunkRows, insertChunk, joinChunks, loadChunks } from './chunk-rows.ts'
import type { LoadedChunk, PartNumbers } from './chunk-rows.ts'
import type { Commit } from './commit.ts'
import { TierWriter } from './tier-writer.ts'
import { closedUntilAt, floorTo } from './tiers.ts'

/**
 * Folds the raw trades of the minutes [from, until) into bars and packs their chunk rows: one row per closed minute,
 * one row per closed hour (by `closedUntil`, which may be after `until`).
 */
export async function closeMinutes(
  commit: Commit,
  range: { from: number; until: number; closedUntil: number },
  parts: PartNumbers,
  tiers: TierWriter,
): Promise<void> {
  const { from, until, closedUntil } = range
  const { client, instrument, sink } = commit
  await sink.done()
  const chunks = await loadChunks(client, instrument.id, {
    fromHour: floorTo(from, HOUR_MS),
    toHour: until - 1,
    fromTs: from,
    toTs: until,
    wholeUntil: closedUntil,
  })
  for (const [hourTs, ofHour] of byHour(chunks)) {
    await nextTurn()
    const trades = joinChunks(ofHour)
    await nextTurn()
    const first = lowerBoundTs(trades, from)
    const end = lowerBoundTs(trades, until)
    if (end > first) {
      const bars = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1, from: first, to: end })
      bars.revision.fill(commit.head.revisions)
      await tiers.addMinutes(bars)
    }
    // In an open hour, only rows entirely before `until` are done: the others are read again with the next minute.
    const done = hourTs + HOUR_MS <= closedUntil ? ofHour : ofHour.filter(({ row }) => row.toTs < until)
    if (done.length < 2) continue
    await nextTurn()
    await deleteChunkRows(
      commit,
      done.map(({ row }) => row),
    )
    await insertChunk(
      commit,
      parts,
      hourTs,
      done.length === ofHour.length ? trades : joinChunks(done),
      hourTs + HOUR_MS <= closedUntil,
    )
  }
}

/**
 * Closes minutes that the stored watermark has passed but `closePassed` has not closed yet. Runs at the start of a
 * commit that makes clients reload bars: they expect a bar for every minute the watermark has passed.
 */
export async function closeBehind(commit: Commit, parts: PartNumbers): Promise<void> {
  const { head } = commit
  if (head.watermark === null || head.closedUntil === null) return
  const [from, until] = [head.closedUntil, closedUntilAt(head.watermark)]
  if (until <= from) return
  const tiers = new TierWriter(commit, from, until)
  await closeMinutes(commit, { from, until, closedUntil: until }, parts, tiers)
  await tiers.flush(true)
  head.closedUntil = until
}

function byHour(chunks: readonly LoadedChunk[]): Map<number, LoadedChunk[]> {
  const hours = new Map<number, LoadedChunk[]>()
  for (const chunk of chunks) {
    const list = hours.get(chunk.row.hourTs)
    if (list === undefined) hours.set(chunk.row.hourTs, [chunk])
    else list.push(chunk)
  }
  return hours
}
