import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { BusinessEvents } from '../../platform/events/index.ts'
import type { KeyedLimits } from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** What the commands of this module work with. */
export interface AccountDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  readonly limits: KeyedLimits
  readonly hasher: PasswordHasher
  /** Told of what others act on within the same transaction. */
  readonly events: BusinessEvents
  readonly site: Site
}

export interface Site {
  /** Of links in mails, without a slash at the end. */
  readonly appUrl: string
  readonly productName: string
  readonly passwordMin: number
  /** There administrators must have an authenticator. */
  readonly production: boolean
  readonly freeDelayMs: number
}
