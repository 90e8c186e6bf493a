import type { Pool } from 'pg'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { HOURLY } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import type { Leases } from '../../../platform/lease/index.ts'
import type { Log } from '../../../platform/log/index.ts'
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

/** Creates partitions ahead of time and drops expired ones. */
export const derivativesJobs = ({
  derivatives,
  clock,
  log,
}: {
  readonly derivatives: DerivativesStore
  readonly clock: Clock
  readonly log: Log
}): readonly ScheduledJob[] => [
  { name: 'derivatives_partitions', cron: HOURLY, run: () => derivatives.createPartitions(clock.now()) },
  {
    name: 'derivatives_retention',
    cron: HOURLY,
    run: async () => {
      const dropped = await derivatives.retain(clock.now())
      if (dropped.length > 0) log.info({ dropped }, 'expired derivatives data was dropped')
    },
  },
]
