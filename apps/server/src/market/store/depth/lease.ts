import { FencedError } from '../../../platform/lease/index.ts'
import type { Held } from '../../../platform/lease/index.ts'
import { raiseDepthEpoch } from './head-rows.ts'
import type { HeadRow } from './head-rows.ts'
import type { DepthContext } from './context.ts'
import type { Instrument } from '../types.ts'
import type { DepthLease, DepthMode } from './types.ts'

/** A frame whose commit may have been stored although it failed. */
export interface InDoubt {
  readonly seq: number
  readonly until: number
  readonly bytes: Uint8Array
}

/** A lease with the state its commits need. */
export interface HeldDepthLease extends DepthLease {
  /** As of the last commit of this lease. */
  head: HeadRow
  inDoubt: InDoubt | null
  assertHeld(): void
}

export async function acquireDepthLease(
  { leases, pool }: DepthContext,
  instrument: Instrument,
  { mode, signal }: { readonly mode: Exclude<DepthMode, 'off'>; readonly signal?: AbortSignal | undefined },
): Promise<HeldDepthLease> {
  const fence = async (): Promise<HeadRow> => requireHead(await raiseDepthEpoch(pool, instrument.id, mode))
  return leaseOf(instrument, await leases.take({ kind: 'depth', about: instrument.id }, { signal, fence }))
}

/** Null: another process, or another caller in this one, records the market. */
export async function tryDepthLease(
  { leases, pool }: DepthContext,
  instrument: Instrument,
): Promise<HeldDepthLease | null> {
  const fence = async (): Promise<HeadRow> => requireHead(await raiseDepthEpoch(pool, instrument.id, null))
  const held = await leases.tryTake({ kind: 'depth', about: instrument.id }, { fence })
  return held === null ? null : leaseOf(instrument, held)
}

function requireHead(head: HeadRow | null): HeadRow {
  if (head === null) throw new Error('Invariant: a recorded market has a head')
  return head
}

function leaseOf(instrument: Instrument, held: Held<HeadRow>): HeldDepthLease {
  const { value: first, signal, release } = held
  const lease = {
    instrument,
    epoch: first.epoch,
    mode: first.mode,
    signal,
    head: first,
    inDoubt: null as InDoubt | null,
    get lastSeq() {
      return lease.head.last_seq
    },
    get untilMs() {
      return lease.head.until_ts
    },
    get closedUntil() {
      return lease.head.closed_1s
    },
    get isRunning() {
      return lease.head.run_from !== null
    },
    get qtyUnit() {
      return lease.head.qty_unit
    },
    get reason() {
      return lease.head.reason
    },
    get isConfirmed() {
      return held.isConfirmed
    },
    assertHeld() {
      if (!held.isConfirmed) throw new FencedError(`${instrument.symbol}: the lease is no longer held`)
    },
    release,
  }
  return lease
}
