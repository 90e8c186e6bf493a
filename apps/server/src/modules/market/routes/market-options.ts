import type { Registry } from 'prom-client'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { AccessOf } from '../../../platform/http/index.ts'
import type { TapeStore } from '../tape/index.ts'

/** What the calls of the market need. */
export interface MarketOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly accessOf: AccessOf
  readonly metrics: Registry
  readonly rateLimitFactor: number
}
