import type { AdminOverview } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'

/** What the commands of this module work with. */
export interface AdminDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  /** Of links in mails, without a slash at the end. */
  readonly appUrl: string
  /** Months are those of this time zone (IANA). */
  readonly businessTz: string
  readonly rateLimitFactor: number
  /** How the live markets fare, as the process that asks knows it. */
  readonly feeds: () => AdminOverview['feeds']
}

/** Which administrator acts, and from where. */
export interface Actor {
  readonly accountId: number
  readonly sessionId: number
  readonly ipHash: Buffer | null
}
