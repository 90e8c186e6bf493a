import type { Pool } from 'pg'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Leases } from '../../../platform/lease/index.ts'
import type { DerivativesPartitions } from './partitions.ts'

/** State shared by every part of the derivatives store. */
export interface DerivativesContext {
  /** For commits. */
  readonly pool: Pool
  readonly reads: Pool
  readonly leases: Leases
  readonly bus: Bus
  readonly partitions: DerivativesPartitions
}
