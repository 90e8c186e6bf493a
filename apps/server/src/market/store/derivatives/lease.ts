import { FencedError } from '../../../platform/lease/index.ts'
import type { Instrument } from '../types.ts'
import type { DerivativesContext } from './context.ts'
import { raiseDerivativesEpoch } from './head-rows.ts'
import type { HeadRow } from './head-rows.ts'
import type { DerivativesLease, LiquidationCommit } from './types.ts'

/** A commit that may have been stored although it failed. */
export interface InDoubt {
  /** Of the head after it. */
  readonly commits: number
  readonly firstSeq: number
  readonly commit: LiquidationCommit
}

/** A lease with the state its commits need. */
export interface HeldDerivativesLease extends DerivativesLease {
  /** As of the last commit of this lease. */
  head: HeadRow
  inDoubt: InDoubt | null
  assertHeld(): void
}

export async function acquireDerivativesLease(
  { leases, pool }: DerivativesContext,
  instrument: Instrument,
  signal?: AbortSignal,
): Promise<HeldDerivativesLease> {
  const held = await leases.take(
    { kind: 'derivatives', about: instrument.id },
    { signal, fence: () => raiseDerivativesEpoch(pool, instrument.id) },
  )
  const { value: first } = held
  const lease = {
    instrument,
    epoch: first.epoch,
    signal: held.signal,
    head: first,
    inDoubt: null as InDoubt | null,
    get lastSeq() {
      return lease.head.last_seq
    },
    get untilMs() {
      return lease.head.until_ts
    },
    get isConfirmed() {
      return held.isConfirmed
    },
    assertHeld() {
      if (!held.isConfirmed) throw new FencedError(`${instrument.symbol}: the lease is no longer held`)
    },
    release: held.release,
  }
  return lease
}
