import pg from 'pg'
import { numberTypes } from '../../../platform/database/index.ts'
import { FencedError } from './errors.ts'
import { raiseEpoch } from './head.ts'
import type { Head } from './head.ts'
import type { Instrument } from './instrument.ts'
import type { Lease } from './types.ts'

/** Class of the advisory locks that leases are; the instrument's id is the other half. */
const LOCK_CLASS = 4_701

/** A lease with what its own commits must know. */
export interface HeldLease extends Lease {
  /** This lease wrote the newest print: nothing can have been missed in between. */
  readonly continues: boolean
  assertHeld(): void
  noteCommit(head: Head): void
}

/** Waits for the lock on a connection of its own, then fences every earlier holder. */
export async function takeLease(url: string, instrument: Instrument, signal?: AbortSignal): Promise<HeldLease> {
  signal?.throwIfAborted()
  const lost = new AbortController()
  const client = new pg.Client({ connectionString: url, types: numberTypes, application_name: `flowprint/${process.pid}`, keepAlive: true })
  const lose = (): void => lost.abort(new FencedError(`${instrument.symbol}: the connection of the lease was lost`))
  client.on('error', lose)
  client.on('end', lose)
  // Ending the connection is the only way out of a wait for a lock.
  const giveUp = (): void => void client.end().catch(() => {})
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, instrument.id])
    signal?.throwIfAborted()
    const head = await raiseEpoch(client, instrument.id)
    return leaseOf(client, instrument, head, lost.signal)
  } catch (error) {
    await client.end().catch(() => {})
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', giveUp)
  }
}

function leaseOf(client: pg.Client, instrument: Instrument, first: Head, signal: AbortSignal): HeldLease {
  let head = first
  let continues = false
  return {
    instrument,
    epoch: first.epoch,
    signal,
    get watermark() {
      return head.watermark
    },
    get nextId() {
      return head.nextId
    },
    get lastTs() {
      return head.lastTs
    },
    get continues() {
      return continues
    },
    assertHeld() {
      if (signal.aborted) throw new FencedError(`${instrument.symbol}: the lease is no longer held`)
    },
    noteCommit(next) {
      head = next
      continues = true
    },
    async release() {
      await client.end().catch(() => {})
    },
  }
}
