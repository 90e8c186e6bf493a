import type { Clock } from '../../platform/clock/index.ts'
import type { KeyedLimits } from '../../platform/http/index.ts'
import type { TapeStore } from '../market/index.ts'
import type { DeliverDeps } from './deliver/deliver-alert.ts'

/** Dependencies of this module's calls. */
export interface AlertDeps extends Omit<DeliverDeps, 'identity'> {
  readonly store: TapeStore
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
