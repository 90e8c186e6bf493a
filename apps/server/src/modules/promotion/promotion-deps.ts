import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'

/** What the commands of this module work with. */
export interface PromotionDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  /** Of links, without a slash at the end. */
  readonly appUrl: string
  /** Days and weeks are those of this time zone (IANA). */
  readonly businessTz: string
}

/** Who acts, and from where. */
export interface Actor {
  readonly accountId: number
  readonly ipHash: Buffer | null
}
