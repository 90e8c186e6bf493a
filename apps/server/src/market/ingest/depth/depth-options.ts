import type { Semaphore } from '../../../platform/async/index.ts'
import type { DepthStore } from '../../store/index.ts'
import type { CommonRecorderOptions } from '../recording/recording-options.ts'
import type { DepthBudget } from './depth-budget.ts'

/** What every recorder of a book uses. */
export interface RecorderOptions extends CommonRecorderOptions {
  readonly depth: DepthStore
  readonly budget: DepthBudget
  /** Whether this node is overloaded: depth is given up first. */
  readonly isOverloaded: () => boolean
  /** Limits the folding of minutes. */
  readonly closeSemaphore: Semaphore
}
