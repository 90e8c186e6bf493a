import type { Pool } from 'pg'
import type { DerivativesStore, TapeStore } from '../../market/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { KeyedLimits } from '../../platform/http/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { MailQueue } from '../../platform/mail/index.ts'
import type { Post } from '../../platform/outbound/index.ts'

/** Dependencies of deliveries. */
export interface DeliverDeps {
  readonly pool: Pool
  readonly keys: Keys
  readonly mail: MailQueue
  readonly post: Post
  /** Without a trailing slash; push services use it to contact the operator. */
  readonly appUrl: string
}

/** Dependencies of this module's calls. */
export interface AlertDeps extends DeliverDeps {
  readonly store: TapeStore
  readonly derivatives: Pick<DerivativesStore, 'readHead'>
  readonly clock: Clock
  readonly limits: KeyedLimits
}

/** The caller of a request. */
export interface Caller {
  readonly accountId: number
  readonly sessionId: number
  /** Delay of the caller's market data. */
  readonly delayMs: number
}
