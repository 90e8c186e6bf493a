import type { SimulatedMarket } from '@flowprint/venues'
import type { Semaphore } from '../../../platform/async/index.ts'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Nodes } from '../../../platform/nodes/index.ts'
import type { TapeStore } from '../../store/index.ts'
import type { KnownListings, MarketChanges } from '../feed/followed-markets.ts'

/** What every recorder uses, whatever it records. */
export interface CommonRecorderOptions {
  readonly store: Pick<TapeStore, 'findInstrument'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Limits concurrent commits. */
  readonly commitSemaphore: Semaphore
}

/** Which markets are recorded, whatever is recorded of them. */
export interface CommonRecordingOptions extends Omit<CommonRecorderOptions, 'commitSemaphore'> {
  readonly env: Pick<Env, 'markets' | 'venueUrls' | 'demo'>
  readonly changes: MarketChanges
  readonly listings: Pick<KnownListings, 'load'>
  /** Distributes the markets over the nodes; absent: this process records all of them. */
  readonly nodes?: Pick<Nodes, 'owns' | 'onChange'>
  /** Resolves when the trades of the simulated markets are live: the rest of their data waits for it. */
  readonly demoLive?: Promise<void>
  /** Default: the built-in simulated markets. */
  readonly demoMarkets?: readonly SimulatedMarket[]
  readonly demoSeed?: number
  readonly demoHistoryMs?: number
}
