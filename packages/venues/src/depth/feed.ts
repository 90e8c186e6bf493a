import { ClockSkew } from '../live/feed.ts'
import { FaultLog, SectionShards } from '../live/section-shards.ts'
import { createSeparateRest } from '../live/separate-rest.ts'
import { AttemptWindow } from '../live/shard.ts'
import type { MarketListing, VenueName } from '../live/types.ts'
import type { DepthAdapter } from './adapter.ts'
import { DepthShard } from './shard.ts'
import type { DepthShardContext } from './shard.ts'
import type { DepthFeed, DepthFeedOptions, DepthHealth, DepthTuning } from './types.ts'
import { belongsTo, depthAdaptersOf } from './venues.ts'

const DEFAULT_TUNING: Omit<DepthTuning, 'heartbeatMs' | 'silentAfterMs' | 'connectionLifeMs' | 'restWindowMs'> = {
  connectWithinMs: 15_000,
  confirmWithinMs: 15_000,
  quietAfterMs: 60_000,
  backoffBaseMs: 1_000,
  backoffCapMs: 60_000,
  unreachableRetryMs: 300_000,
  giveUpAttempts: 6,
  stableAfterMs: 30_000,
  maxCrossedMs: 1_000,
  probeEveryMs: 1_000,
}

/**
 * Opens the order books of a venue; it connects at the first `follow`, never through the connections of the trades.
 *
 * Throws  RangeError if the venue has no order books (depthTraitsOf).
 */
export function openDepthFeed(venue: VenueName, options: DepthFeedOptions): DepthFeed {
  const adapters = depthAdaptersOf(venue)
  if (adapters.length === 0) throw new RangeError(`Condition failed: ${venue} has order books`)
  return new VenueDepthFeed(venue, adapters, options)
}

/** The books of one venue: its markets distributed over shards, per section. */
class VenueDepthFeed implements DepthFeed {
  readonly venue: VenueName
  readonly #options: DepthFeedOptions
  readonly #clock: () => number
  readonly #shards: SectionShards<DepthShard>
  readonly #faults: FaultLog
  readonly #count = { messages: 0, levels: 0, unchanged: 0, reconnects: 0 }
  #requestId = 0

  constructor(venue: VenueName, adapters: readonly DepthAdapter[], options: DepthFeedOptions) {
    this.venue = venue
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#faults = new FaultLog(this.#clock, options.log)
    this.#shards = new SectionShards(
      adapters.map((adapter) => {
        const context = this.#contextOf(adapter)
        return {
          marketsPerConnection: adapter.traits.marketsPerConnection,
          holds: (listing) => belongsTo(adapter.traits, listing),
          createShard: () => new DepthShard(context),
        }
      }),
    )
  }

  follow(listing: MarketListing, qtyUnit: string = listing.lotSize): void {
    this.#shards.place(listing, `${this.venue} has a book of ${listing.symbol}`)?.add(listing, qtyUnit)
  }

  unfollow(symbol: string): void {
    this.#shards.remove(symbol)
  }

  health(): DepthHealth {
    const shards = this.#shards.all()
    const heard = shards.map((shard) => shard.lastHeardMs).filter((at) => at !== null)
    return {
      venue: this.venue,
      connections: shards.filter((shard) => shard.isConnected).length,
      silentMs: heard.length === 0 ? null : Math.max(0, Math.round(performance.now() - Math.max(...heard))),
      ...this.#count,
      ...this.#faults.health(),
      markets: shards.flatMap((shard) => shard.markets()),
    }
  }

  close(): Promise<void> {
    this.#shards.close()
    return Promise.resolve()
  }

  #contextOf(adapter: DepthAdapter): DepthShardContext {
    const { listener, tuning, urls, random, log } = this.#options
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
        restWindowMs: traits.rest?.windowMs ?? Infinity,
        ...tuning,
      },
      attempts: new AttemptWindow(traits.attempts.count, traits.attempts.windowMs),
      createRest: (signal) =>
        createSeparateRest(adapter, 'depth', this.#options, { signal, windowMs: tuning?.restWindowMs }),
      skew: new ClockSkew(),
      clock: this.#clock,
      steady: () => performance.now(),
      random: random ?? Math.random,
      count: this.#count,
      nextRequestId: () => (this.#requestId += 1),
      fault: (symbol, what) => this.#fault(symbol, what),
      log: log ?? (() => {}),
    }
  }

  #fault(symbol: string | null, what: string): void {
    this.#faults.add(symbol, what)
    this.#options.listener.fault(symbol, what)
  }
}
