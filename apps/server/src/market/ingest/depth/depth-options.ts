import type { Semaphore } from '../../../platform/async/index.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { DepthStore, TapeStore } from '../../store/index.ts'
import type { DepthBudget } from './depth-budget.ts'

/** What every recorder uses. */
export interface RecorderOptions {
  readonly depth: DepthStore
  readonly store: Pick<TapeStore, 'findInstrument'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly budget: DepthBudget
  /** Whether this node is overloaded: depth is given up first. */
  readonly isOverloaded: () => boolean
  /** Limits concurrent commits. */
  readonly commitSemaphore: Semaphore
  /** Limits the folding of minutes. */
  readonly closeSemaphore: Semaphore
}
