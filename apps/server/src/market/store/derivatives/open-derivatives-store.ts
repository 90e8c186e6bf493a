import type { Pool } from 'pg'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Leases } from '../../../platform/lease/index.ts'
import type { Instrument } from '../types.ts'
import { GroupedCommits } from './append.ts'
import type { DerivativesContext } from './context.ts'
import { acquireDerivativesLease } from './lease.ts'
import type { HeldDerivativesLease } from './lease.ts'
import { DerivativesPartitions } from './partitions.ts'
import {
  readCoverage,
  readDerivativesHead,
  readLargest,
  readLiquidations,
  readSince,
  readSums,
} from './read-liquidations.ts'
import { retainDerivatives } from './retain.ts'
import { readLatest, readStats, saveStats } from './stats.ts'
import type { DerivativesStore } from './types.ts'

export interface DerivativesStoreOptions {
  /** For commits: trades use another one, so that they never wait. */
  readonly pool: Pool
  /** Default: `pool`. */
  readonly reads?: Pool
  /** For connections outside the pool. */
  readonly url: string
  readonly leases: Leases
  readonly bus: Bus
  /** All markets that may have derivatives data. */
  readonly listInstruments: () => Promise<readonly Instrument[]>
}

/** Opens the derivatives data over a migrated database. */
export function openDerivativesStore(options: DerivativesStoreOptions): DerivativesStore {
  const { pool, reads = pool, url, leases, bus, listInstruments } = options
  const context: DerivativesContext = { pool, reads, leases, bus, partitions: new DerivativesPartitions(url) }
  const commits = new GroupedCommits(context)
  return {
    acquireLease: (instrument, signal) => acquireDerivativesLease(context, instrument, signal),
    append: (lease, commit) => commits.append(lease as HeldDerivativesLease, commit),
    saveStats: (lease, minutes) => saveStats(context, lease as HeldDerivativesLease, minutes),
    readHead: (instrument, cut) => readDerivativesHead(context, instrument, cut),
    readLiquidations: (instrument, query) => readLiquidations(context, instrument, query),
    readLargest: (instrument, query) => readLargest(context, instrument, query),
    readSince: (instrument, seq, query) => readSince(context, instrument, { ...query, seq }),
    readSums: (instrument, query) => readSums(context, instrument, query),
    readCoverage: (instrument, range) => readCoverage(context, instrument, range),
    readStats: (instrument, range) => readStats(context, instrument, range),
    readLatest: (instrument, nowMs, cut) => readLatest(context, instrument, { nowMs, cut }),
    retain: async (nowMs) => retainDerivatives(context, await listInstruments(), nowMs),
    createPartitions: (nowMs) => context.partitions.createAhead(nowMs),
  }
}
