import { FaultLog, SectionShards } from '../live/section-shards.ts'
import { createSeparateRest } from '../live/separate-rest.ts'
import { AttemptWindow } from '../live/shard.ts'
import type { MarketListing, VenueName } from '../live/types.ts'
import type { DerivativesAdapter } from './adapter.ts'
import { DerivativesShard } from './shard.ts'
import type { DerivativesShardContext } from './shard.ts'
import type { DerivativesFeed, DerivativesFeedOptions, DerivativesHealth, DerivativesTuning } from './types.ts'
import { derivativesAdaptersOf, derivativesTraitsOf } from './venues.ts'

const DEFAULT_TUNING: Omit<DerivativesTuning, 'heartbeatMs' | 'silentAfterMs' | 'connectionLifeMs'> = {
  confirmWithinMs: 15_000,
  backoffBaseMs: 1_000,
  backoffCapMs: 60_000,
  refusedRetryMs: 300_000,
  stableAfterMs: 30_000,
  pollMs: 15_000,
}

/**
 * Opens liquidations, open interest, funding and mark prices of a venue; it connects at the first `follow`, on separate
 * connections from trades and books.
 *
 * Throws  RangeError if the venue publishes none of them.
 */
export function openDerivativesFeed(venue: VenueName, options: DerivativesFeedOptions): DerivativesFeed {
  const adapters = derivativesAdaptersOf(venue)
  if (adapters.length === 0) throw new RangeError(`Condition failed: ${venue} publishes derivatives data`)
  return new VenueDerivativesFeed(venue, adapters, options)
}

/** The markets of one venue, distributed over shards per section. */
class VenueDerivativesFeed implements DerivativesFeed {
  readonly venue: VenueName
  readonly #options: DerivativesFeedOptions
  readonly #clock: () => number
  readonly #shards: SectionShards<DerivativesShard>
  readonly #faults: FaultLog
  readonly #count = { messages: 0, liquidations: 0, stats: 0, reconnects: 0 }
  #requestId = 0

  constructor(venue: VenueName, adapters: readonly DerivativesAdapter[], options: DerivativesFeedOptions) {
    this.venue = venue
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#faults = new FaultLog(this.#clock, options.log)
    this.#shards = new SectionShards(
      adapters.map((adapter) => {
        const context = this.#contextOf(adapter)
        return {
          marketsPerConnection: adapter.traits.marketsPerConnection,
          holds: (listing) => derivativesTraitsOf(listing) === adapter.traits,
          createShard: () => new DerivativesShard(context),
        }
      }),
    )
  }

  follow(listing: MarketListing): void {
    this.#shards.place(listing, `${this.venue} publishes derivatives data of ${listing.symbol}`)?.add(listing)
  }

  unfollow(symbol: string): void {
    this.#shards.remove(symbol)
  }

  health(): DerivativesHealth {
    const shards = this.#shards.all()
    return {
      venue: this.venue,
      connections: shards.filter((shard) => shard.isConnected).length,
      symbols: shards.reduce((sum, shard) => sum + shard.size, 0),
      subscribed: shards.reduce((sum, shard) => sum + shard.subscribed, 0),
      ...this.#count,
      ...this.#faults.health(),
    }
  }

  close(): Promise<void> {
    this.#shards.close()
    return Promise.resolve()
  }

  #contextOf(adapter: DerivativesAdapter): DerivativesShardContext {
    const { listener, tuning, urls, random } = this.#options
    const { traits } = adapter
    return {
      adapter,
      listener,
      url: adapter.url(urls?.[traits.section]),
      tuning: {
        ...DEFAULT_TUNING,
        heartbeatMs: traits.heartbeatMs,
        silentAfterMs: traits.silentAfterMs,
        connectionLifeMs: traits.connectionLifeMs ?? Infinity,
        ...tuning,
      },
      attempts: new AttemptWindow(traits.attempts.count, traits.attempts.windowMs),
      createRest: (signal) => createSeparateRest(adapter, 'derivatives', this.#options, { signal }),
      clock: this.#clock,
      random: random ?? Math.random,
      count: this.#count,
      nextRequestId: () => (this.#requestId += 1),
      fault: (symbol, what, isStream) => this.#fault(symbol, what, isStream),
    }
  }

  #fault(symbol: string | null, what: string, isStream: boolean): void {
    this.#faults.add(symbol, what)
    this.#options.listener.fault(symbol, what, isStream)
  }
}
