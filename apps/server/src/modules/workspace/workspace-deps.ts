import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'

/** Dependencies of this module. */
export interface WorkspaceDeps {
  readonly pool: Pool
  readonly clock: Clock
}
