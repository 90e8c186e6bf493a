import type { AdminOverview } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'

/** Dependencies of the use cases of this module. */
export interface AdminDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  /** Base of links in mails, without a trailing slash. */
  readonly appUrl: string
  /** Time zone (IANA) that defines months. */
  readonly businessTz: string
  readonly rateLimitFactor: number
  /** Status of the live feeds that run in this process. */
  readonly feeds: () => AdminOverview['feeds']
}

/** The administrator who acts, and the origin of the request. */
export interface Actor {
  readonly accountId: number
  readonly sessionId: number
  readonly ipHash: Buffer | null
}
