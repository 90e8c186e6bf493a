import { setImmediate as nextTurn } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS, aggregateTrades, lowerBoundTs, storedSteps } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { deleteChunkRows, insertChunk, joinChunks, loadChunks, PartNumbers } from '../rows/chunk-rows.ts'
import type { LoadedChunk } from '../rows/chunk-rows.ts'
import { TIER_LOCK } from './commit.ts'
import type { Commit } from './commit.ts'
import { TierWriter } from './tier-writer.ts'
import { closedUntilAt, floorTo } from '../tiers.ts'
import { FencedError } from '../../../platform/lease/index.ts'
import { readHead, reserveRowVersion, saveHead } from '../rows/head.ts'
import type { HeldLease } from '../lease.ts'
import { pruneLog } from '../rows/log-rows.ts'
import { queued, RowSink } from '../rows/row-sink.ts'
import type { StoreContext } from '../store-context.ts'

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

/**
 * See `TapeStore.closePassed`. Holds the tier lock throughout, but the head lock only at the end: in between
 * `appendNext` may commit trades, which are never old enough to fall into the minutes closed here. All other commits
 * wait.
 */
export async function closePassed(context: StoreContext, lease: HeldLease): Promise<void> {
  if (!lease.hasPassedMinutes) return
  lease.assertHeld()
  const connection = await context.pool.connect()
  let broken: Error | undefined
  const onError = (error: Error): void => {
    broken = error
  }
  connection.on('error', onError)
  try {
    await connection.query('select pg_advisory_lock($1, $2)', [TIER_LOCK, lease.instrument.id])
    await close(context, lease, connection)
    await connection.query('select pg_advisory_unlock($1, $2)', [TIER_LOCK, lease.instrument.id])
  } catch (error) {
    // Closing the connection releases the lock.
    broken ??= error as Error
    throw error
  } finally {
    connection.off('error', onError)
    connection.release(broken)
  }
}

async function close(context: StoreContext, lease: HeldLease, connection: PoolClient): Promise<void> {
  const { instrument, epoch } = lease
  // Committed immediately, because row numbers are never reused.
  const reserved = await reserveRowVersion(connection, instrument.id, epoch)
  if (reserved === null) throw new FencedError(`${instrument.symbol}: lease ${epoch} was followed by another`)
  if (reserved.watermark === null || reserved.closedUntil === null) return
  const from = reserved.closedUntil
  const until = closedUntilAt(reserved.watermark)
  if (until <= from) return
  const client = queued(connection)
  await client.query('begin')
  const sink = new RowSink(client)
  context.sinks.add(sink)
  const commit: Commit = {
    client,
    instrument,
    head: reserved,
    epoch,
    rowVersion: reserved.rowVersion,
    steps: storedSteps(instrument.tickSize),
    sink,
    packer: context.packer,
    events: [],
    touched: [],
    isNothing: false,
  }
  const tiers = new TierWriter(commit, from, until)
  try {
    await closeMinutes(commit, { from, until, closedUntil: until }, new PartNumbers(commit.rowVersion), tiers)
    await tiers.flush(true)
    if (floorTo(until, HOUR_MS) > from) await pruneLog(commit, context.logKeepMs)
    await sink.done()
  } finally {
    context.sinks.delete(sink)
  }
  const head = await readHead(client, instrument.id, true)
  if (head.epoch !== epoch) throw new FencedError(`${instrument.symbol}: lease ${epoch} was followed by ${head.epoch}`)
  head.rowVersion += 1
  head.closedUntil = until
  await saveHead(client, instrument.id, head)
  await client.query('commit')
  lease.onCommit(head, false)
}
