import type { RestOptions, VenueRest } from '@flowprint/markets'
import type { Registry } from 'prom-client'
import type { Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { AccessOf } from '../../../platform/http/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'
import type { FeedBoard } from '../feed/feed-board.ts'
import type { MarketChanges } from '../feed/followed-markets.ts'
import type { AlertSource } from '../live/connection.ts'
import type { MarketReads } from '../reads/market-reads.ts'
import type { TapeStore } from '../tape/index.ts'

/** What the calls of the market need. */
export interface MarketOptions {
  readonly store: TapeStore
  readonly bus: Bus
  readonly clock: Clock
  readonly keys: Keys
  readonly accessOf: AccessOf
  readonly metrics: Registry
  readonly rateLimitFactor: number
  readonly changes: MarketChanges
  /** How the feeds of this process fare. */
  readonly board: FeedBoard
  /** MARKETS; null = the built-in list. */
  readonly configured: readonly string[] | null
  readonly openRest: (venue: string, options: RestOptions) => Promise<VenueRest>
  readonly venueUrls: Readonly<Record<string, RestOptions['urls']>>
  /** Where open pages hear of their alerts; null: nowhere. */
  readonly alerts: AlertSource | null
  /** ms between two ticks of the stream; a second unless given. */
  readonly streamTickMs?: number | undefined
  /** Of the database: large answers are made in a worker with connections to it; without, in the server's own thread. */
  readonly databaseUrl?: string | undefined
  /** A right that changed is noticed by an open stream within this time. */
  readonly recheckMs: number
}

export interface MarketCalls extends MarketOptions {
  readonly reads: MarketReads
}
