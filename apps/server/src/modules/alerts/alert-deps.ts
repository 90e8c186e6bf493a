import type { Clock } from '../../platform/clock/index.ts'
import type { KeyedLimits } from '../../platform/http/index.ts'
import type { TapeStore } from '../market/index.ts'
import type { DeliverDeps } from './deliver/deliver-alert.ts'

/** What the calls of this module work with. */
export interface AlertDeps extends Omit<DeliverDeps, 'identity'> {
  readonly store: TapeStore
  readonly clock: Clock
  readonly limits: KeyedLimits
}

/** Who makes a call. */
export interface Caller {
  readonly accountId: number
  readonly sessionId: number
  /** How late the caller sees markets. */
  readonly delayMs: number
}
