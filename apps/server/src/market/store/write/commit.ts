import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { tapeTopic } from '../../../platform/bus/index.ts'
import type { TapeEvent } from '../../../platform/bus/index.ts'
import { storedSteps } from '@flowprint/orderflow'
import type { CoverageSpan } from '@flowprint/orderflow'
import { FencedError } from '../../../platform/lease/index.ts'
import { readHead, saveHead } from '../rows/head.ts'
import type { Head } from '../rows/head.ts'
import type { Instrument } from '../types.ts'
import { queued, RowSink } from '../rows/row-sink.ts'
import type { StoreContext } from '../store-context.ts'
import type { TradePacker } from './trade-packer.ts'

/** Identifies this process in notifications, so that it does not relay its own commits to itself. */
export const ORIGIN: string = randomUUID()
export const NOTIFY_CHANNEL = 'tape'

/** Class of the advisory locks of the tiers; the second key is the instrument id. Acquired before the head lock. */
export const TIER_LOCK = 4_709

/** One transaction of one writer on one instrument, holding its tier and head locks. */
export interface Commit {
  readonly client: PoolClient
  readonly instrument: Instrument
  /** Modified in place and saved at the end. */
  readonly head: Head
  readonly epoch: number
  /** Number of this commit, used for parts and blocks. */
  readonly rowVersion: number
  readonly steps: readonly number[]
  readonly sink: RowSink
  readonly packer: TradePacker
  /** Published after the commit, in order. */
  readonly events: TapeEvent[]
  /** Time ranges of gaps that were added, removed or changed state: bars there are drawn differently. */
  readonly touched: CoverageSpan[]
  /** Set when there was nothing to do: everything is rolled back. */
  isNothing: boolean
}

/**
 * Runs `work` in one transaction and publishes its events after the commit. `epoch`: the lease it writes under, or null
 * for a writer without a lease (an import). Throws FencedError before anything is written.
 */
export async function inCommit<Result>(
  context: StoreContext,
  instrument: Instrument,
  epoch: number | null,
  work: (commit: Commit) => Promise<Result>,
): Promise<Result> {
  const connection = await context.pool.connect()
  const client = queued(connection)
  const sink = new RowSink(client)
  context.sinks.add(sink)
  let broken: Error | undefined
  let isEnding = false
  const onError = (error: Error): void => {
    broken = error
  }
  connection.on('error', onError)
  try {
    await client.query('begin')
    await client.query({
      name: 'lock_tiers',
      text: 'select pg_advisory_xact_lock($1, $2)',
      values: [TIER_LOCK, instrument.id],
    })
    const head = await readHead(client, instrument.id, true)
    if (epoch !== null && head.epoch !== epoch)
      throw new FencedError(`${instrument.symbol}: lease ${epoch} was followed by ${head.epoch}`)
    head.rowVersion += 1
    const commit: Commit = {
      client,
      instrument,
      head,
      epoch: head.epoch,
      rowVersion: head.rowVersion,
      steps: storedSteps(instrument.tickSize),
      sink,
      packer: context.packer,
      events: [],
      touched: [],
      isNothing: false,
    }
    const result = await work(commit)
    await commit.sink.done()
    if (commit.isNothing) {
      await client.query('rollback')
      return result
    }
    await saveHead(client, instrument.id, head)
    await notifyOthers(commit)
    isEnding = true
    await client.query('commit')
    isEnding = false
    // An earlier commit whose response was lost may be stored without having been published: followers reload from the
    // database.
    if (context.inDoubt.delete(instrument.id)) {
      context.bus.publish(tapeTopic(instrument.symbol), {
        kind: 'resync',
        symbol: instrument.symbol,
        reason: 'a commit in doubt',
      } satisfies TapeEvent)
    }
    for (const event of commit.events) context.bus.publish(tapeTopic(instrument.symbol), event)
    return result
  } catch (error) {
    if (isEnding) context.inDoubt.add(instrument.id)
    await client.query('rollback').catch((failure: Error) => (broken ??= failure))
    throw error
  } finally {
    context.sinks.delete(sink)
    connection.off('error', onError)
    connection.release(broken)
  }
}

/** Other processes relay revisions; frames of live trades reach them over the bus between nodes. */
async function notifyOthers(commit: Commit): Promise<void> {
  for (const event of commit.events) {
    if (event.kind !== 'revision' && event.kind !== 'resync') continue
    await commit.client.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, JSON.stringify({ origin: ORIGIN, event })])
  }
}
