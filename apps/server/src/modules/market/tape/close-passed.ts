import { HOUR_MS, storedSteps } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { PartNumbers } from './chunk-rows.ts'
import { closeMinutes } from './close-minutes.ts'
import { TIER_LOCK } from './commit.ts'
import type { Commit } from './commit.ts'
import { FencedError } from './errors.ts'
import { readHead, reserveRowVersion, saveHead } from './head.ts'
import type { HeldLease } from './lease.ts'
import { pruneLog } from './log-rows.ts'
import { queued, RowSink } from './row-sink.ts'
import type { StoreContext } from './store-context.ts'
import { TierWriter } from './tier-writer.ts'
import { closedUntilAt, floorTo } from './tiers.ts'

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
  const commit: Commit = {
    client,
    instrument,
    head: reserved,
    epoch,
    rowVersion: reserved.rowVersion,
    steps: storedSteps(instrument.tickSize),
    sink: new RowSink(client),
    packer: context.packer,
    events: [],
    touched: [],
    isNothing: false,
  }
  const tiers = new TierWriter(commit, from, until)
  await closeMinutes(commit, { from, until, closedUntil: until }, new PartNumbers(commit.rowVersion), tiers)
  await tiers.flush(true)
  if (floorTo(until, HOUR_MS) > from) await pruneLog(commit, context.logKeepMs)
  await commit.sink.done()
  const head = await readHead(client, instrument.id, true)
  if (head.epoch !== epoch) throw new FencedError(`${instrument.symbol}: lease ${epoch} was followed by ${head.epoch}`)
  head.rowVersion += 1
  head.closedUntil = until
  await saveHead(client, instrument.id, head)
  await client.query('commit')
  lease.onCommit(head, false)
}
