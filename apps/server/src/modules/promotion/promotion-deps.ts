import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'

/** Dependencies of the use cases of this module. */
export interface PromotionDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  /** Base of links, without a trailing slash. */
  readonly appUrl: string
  /** Time zone (IANA) that defines days and weeks. */
  readonly businessTz: string
}

/** The account that acts, and the origin of the request. */
export interface Actor {
  readonly accountId: number
  readonly ipHash: Buffer | null
}
