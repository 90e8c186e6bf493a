import type { RestOptions, VenueRest } from '@flowprint/venues'
import type { Registry } from 'prom-client'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { AccessOf } from '../../../platform/http/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'
import type { FeedRegistry } from '../feed/feed-registry.ts'
import type { MarketChanges } from '../feed/followed-markets.ts'
import type { AlertSource } from '../live/connection.ts'
import type { MarketReads } from '../reads/market-reads.ts'
import type { TapeStore } from '../tape/index.ts'

/** Dependencies of the market calls. */
export interface MarketOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly keys: Keys
  readonly accessOf: AccessOf
  readonly metrics: Registry
  readonly rateLimitFactor: number
  readonly changes: MarketChanges
  /** Status of this process's feeds. */
  readonly feedRegistry: FeedRegistry
  /** MARKETS; null = the built-in list. */
  readonly configured: readonly string[] | null
  readonly openRest: (venue: string, options: RestOptions) => Promise<VenueRest>
  readonly venueUrls: Readonly<Record<string, RestOptions['urls']>>
  /** Source of alert events for open pages; null: none. */
  readonly alerts: AlertSource | null
  /** ms between two ticks of the stream; default one second. */
  readonly streamTickMs?: number | undefined
  /**
   * Database URL: large answers are produced in a worker with its own connections; without it, in the server's own
   * thread.
   */
  readonly databaseUrl?: string | undefined
  /** An open stream applies a changed permission within this time. */
  readonly recheckMs: number
}

export interface MarketCalls extends MarketOptions {
  readonly reads: MarketReads
}
