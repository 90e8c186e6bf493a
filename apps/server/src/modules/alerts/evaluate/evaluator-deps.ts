import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { MarketHub, TapeStore } from '../../market/index.ts'

export interface EvaluatorDeps {
  readonly pool: Pool
  readonly store: TapeStore
  readonly hub: MarketHub
  readonly clock: Clock
  readonly log: Log
  /** Delay of market data for delayed readers. */
  readonly freeDelayMs: number
}
