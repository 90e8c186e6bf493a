import { MINUTE_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { FencedError } from './errors.ts'
import type { Head } from './head.ts'
import type { Instrument } from './instrument.ts'
import { closedUntilAt, floorTo } from './tiers.ts'
import type { Lease } from './types.ts'

/** A lease with the state its commits need. */
export interface HeldLease extends Lease {
  /** As of the last commit of this lease; another writer may have changed it since. */
  readonly head: Head
  /** This lease wrote the newest trade, so nothing can be missing in between. */
  readonly continues: boolean
  /** Highest watermark published under this lease, which may be ahead of the stored one; -Infinity before the first. */
  readonly told: number
  assertHeld(): void
  /** Called after a commit; `live`: it wrote, or could have written, live trades. */
  onCommit(head: Head, live: boolean): void
  onPublished(watermark: number): void
}

/** `first`: the head when the lease was taken. `release` releases the lock. */
export function leaseOf(
  instrument: Instrument,
  first: Head,
  signal: AbortSignal,
  release: () => Promise<void>,
): HeldLease {
  let head = first
  let continues = false
  let told = -Infinity
  return {
    instrument,
    epoch: first.epoch,
    signal,
    get head() {
      return head
    },
    get watermark() {
      return head.watermark
    },
    get closedUntil() {
      return head.closedUntil
    },
    get hasPassedMinutes() {
      const { watermark, closedUntil } = head
      return watermark !== null && closedUntil !== null && closedUntilAt(watermark) > closedUntil
    },
    get nextId() {
      return head.nextId
    },
    get lastTs() {
      return head.lastTs
    },
    get volumeFrom() {
      const { volumeUntil, liveFrom } = head
      return volumeUntil ?? (liveFrom === null ? null : floorTo(liveFrom, MINUTE_MS))
    },
    get continues() {
      return continues
    },
    get told() {
      return told
    },
    assertHeld() {
      if (signal.aborted) throw new FencedError(`${instrument.symbol}: the lease is no longer held`)
    },
    onCommit(next, live) {
      // Commits of one lease may overlap, and their responses may arrive in any order.
      if (next.rowVersion > head.rowVersion) head = next
      continues ||= live
      told = Math.max(told, next.watermark ?? -Infinity)
    },
    onPublished(watermark) {
      told = Math.max(told, watermark)
    },
    release,
  }
}

/** Class of the advisory locks for leases; the second key is the instrument id. */
export const LEASE_LOCK = 4_701

/** See `TapeStore.isLeased`. */
export async function isLeased(pool: Pool, instrument: Instrument): Promise<boolean> {
  const { rows } = await pool.query(
    "select 1 from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted " +
      'and database = (select oid from pg_database where datname = current_database())',
    [LEASE_LOCK, instrument.id],
  )
  return rows.length > 0
}
