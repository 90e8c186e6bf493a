import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock/index.ts'
import type { KeyedLimits } from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'
import type { ShippedText } from './shipped/load-texts.ts'

/** Dependencies of the use cases of this module. */
export interface ContentDeps {
  readonly pool: Pool
  readonly clock: Clock
  readonly keys: Keys
  readonly mail: MailQueue
  readonly limits: KeyedLimits
  readonly productName: string
  readonly passwordMin: number
  readonly rateLimitFactor: number
  /** The bundled texts. */
  readonly texts: readonly ShippedText[]
}

/** The administrator who acts, and the origin of the request. */
export interface Editor {
  readonly accountId: number
  readonly ipHash: Buffer | null
}
