import { MINUTE_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { FencedError } from '../../platform/lease/index.ts'
import type { Held, Leases } from '../../platform/lease/index.ts'
import { raiseEpoch } from './rows/head.ts'
import type { Head } from './rows/head.ts'
import type { Instrument, Lease } from './types.ts'
import { closedUntilAt, floorTo } from './tiers.ts'

/** A lease with the state its commits need. */
export interface HeldLease extends Lease {
  /** As of the last commit of this lease; another writer may have changed it since. */
  readonly head: Head
  /** This lease wrote the newest trade, so nothing can be missing in between. */
  readonly continues: boolean
  /** Highest watermark published under this lease, which may be ahead of the stored one; -Infinity before the first. */
  readonly published: number
  assertHeld(): void
  /** Called after a commit; `live`: it wrote, or could have written, live trades. */
  onCommit(head: Head, live: boolean): void
  onPublished(watermark: number): void
}

/**
 * Waits until the lease is free, then fences every earlier holder. Rejects when the database is unreachable. `pool`: for
 * the epoch; an import may lock its row for long, which must not block other leases.
 */
export async function acquireLease(
  leases: Leases,
  pool: Pool,
  instrument: Instrument,
  signal?: AbortSignal,
): Promise<HeldLease> {
  const fence = (): Promise<Head> => raiseEpoch(pool, instrument.id)
  return leaseOf(instrument, await leases.take({ kind: 'market', about: instrument.id }, { signal, fence }))
}

function leaseOf(instrument: Instrument, held: Held<Head>): HeldLease {
  const { value: first, signal, release } = held
  let head = first
  let continues = false
  let published = -Infinity
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
    get published() {
      return published
    },
    get isConfirmed() {
      return held.isConfirmed
    },
    assertHeld() {
      if (!held.isConfirmed) throw new FencedError(`${instrument.symbol}: the lease is no longer held`)
    },
    onCommit(next, live) {
      // Commits of one lease may overlap, and their responses may arrive in any order.
      if (next.rowVersion > head.rowVersion) head = next
      continues ||= live
      published = Math.max(published, next.watermark ?? -Infinity)
    },
    onPublished(watermark) {
      published = Math.max(published, watermark)
    },
    release,
  }
}
