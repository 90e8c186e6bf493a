import type { DerivativesStore } from '../../store/index.ts'
import type { CommonRecorderOptions } from '../recording/recording-options.ts'
import type { LiquidationQueue } from './liquidation-queue.ts'

/** What every recorder of derivatives data uses. */
export interface DerivativesRecorderOptions extends CommonRecorderOptions {
  readonly derivatives: DerivativesStore
  readonly queue: LiquidationQueue
}
