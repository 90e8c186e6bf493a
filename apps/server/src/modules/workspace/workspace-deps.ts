import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'

/** What this module works with. */
export interface WorkspaceDeps {
  readonly pool: Pool
  readonly clock: Clock
}
