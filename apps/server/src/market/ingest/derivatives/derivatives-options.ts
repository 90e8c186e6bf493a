import type { Semaphore } from '../../../platform/async/index.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { DerivativesStore, TapeStore } from '../../store/index.ts'
import type { LiquidationQueue } from './liquidation-queue.ts'

/** What every recorder uses. */
export interface DerivativesRecorderOptions {
  readonly derivatives: DerivativesStore
  readonly store: Pick<TapeStore, 'findInstrument'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly queue: LiquidationQueue
  /** Limits concurrent commits. */
  readonly commitSemaphore: Semaphore
}
