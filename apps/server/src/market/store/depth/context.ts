import type { Pool } from 'pg'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Leases } from '../../../platform/lease/index.ts'
import type { WorkThread } from '../work-thread.ts'
import type { FoldedRows, FoldJob } from './fold-rows.ts'
import type { DepthPartitions } from './partitions.ts'

/** State shared by every part of the depth store. */
export interface DepthContext {
  /** For commits. */
  readonly pool: Pool
  readonly reads: Pool
  readonly leases: Leases
  readonly bus: Bus
  readonly partitions: DepthPartitions
  readonly folder: WorkThread<FoldJob, FoldedRows>
  /** How long log entries are kept for readers that resume or are delayed. */
  readonly logKeepMs: number
}
