import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { BusinessEvents } from '../../platform/events/index.ts'
import type { KeyedLimits } from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** Dependencies of the use cases of this module. */
export interface AccountDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  readonly limits: KeyedLimits
  readonly hasher: PasswordHasher
  /** Handlers run in the same transaction. */
  readonly events: BusinessEvents
  readonly site: Site
}

export interface Site {
  /** Base of links in mails, without a trailing slash. */
  readonly appUrl: string
  readonly productName: string
  readonly passwordMin: number
  /** In production administrators must enable an authenticator. */
  readonly production: boolean
  readonly freeDelayMs: number
}
