import { ClockSkew } from '../live/feed.ts'
import { RestClient, sharedBudget } from '../live/rest-client.ts'
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
  quietAfterMs: 120_000,
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
  readonly #sections: { readonly adapter: DepthAdapter; readonly context: DepthShardContext; shards: DepthShard[] }[]
  readonly #count = { messages: 0, levels: 0, unchanged: 0, reconnects: 0 }
  #faults = 0
  #lastFault: DepthHealth['lastFault'] = null
  #requestId = 0
  #closed = false

  constructor(venue: VenueName, adapters: readonly DepthAdapter[], options: DepthFeedOptions) {
    this.venue = venue
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#sections = adapters.map((adapter) => ({ adapter, context: this.#contextOf(adapter), shards: [] }))
  }

  follow(listing: MarketListing, qtyUnit: string = listing.lotSize): void {
    const section = this.#sections.find(({ adapter }) => belongsTo(adapter.traits, listing))
    if (section === undefined) throw new RangeError(`Condition failed: ${this.venue} has a book of ${listing.symbol}`)
    if (this.#closed || section.shards.some((shard) => shard.has(listing.symbol))) return
    const most = section.adapter.traits.marketsPerConnection
    let shard = section.shards.find((one) => one.size < most)
    if (shard === undefined) {
      shard = new DepthShard(section.context)
      section.shards.push(shard)
    }
    shard.add(listing, qtyUnit)
  }

  unfollow(symbol: string): void {
    for (const section of this.#sections) {
      for (const shard of section.shards) {
        shard.remove(symbol)
        if (shard.size === 0) shard.close()
      }
      section.shards = section.shards.filter((shard) => shard.size > 0)
    }
  }

  health(): DepthHealth {
    const shards = this.#sections.flatMap((section) => section.shards)
    const heard = shards.map((shard) => shard.lastHeardMs).filter((at) => at !== null)
    return {
      venue: this.venue,
      connections: shards.filter((shard) => shard.isConnected).length,
      silentMs: heard.length === 0 ? null : Math.max(0, Math.round(performance.now() - Math.max(...heard))),
      ...this.#count,
      faults: this.#faults,
      lastFault: this.#lastFault,
      markets: shards.flatMap((shard) => shard.markets()),
    }
  }

  close(): Promise<void> {
    this.#closed = true
    for (const section of this.#sections) for (const shard of section.shards.splice(0)) shard.close()
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
      createRest: (signal) => this.#createRest(adapter, signal),
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

  /** Snapshots have a separate budget, so that repairs of trades never wait for them. */
  #createRest({ traits, restBase }: DepthAdapter, signal: AbortSignal): RestClient {
    const { urls, attempts, retryBaseMs, timeoutMs, tuning } = this.#options
    const base = urls?.[traits.section]?.rest ?? restBase
    if (base === undefined || traits.rest === null)
      throw new RangeError(`Condition failed: ${this.venue} has snapshots`)
    const { weight, windowMs } = traits.rest
    const window = tuning?.restWindowMs ?? windowMs
    return new RestClient(
      {
        base,
        budget: sharedBudget(`${this.venue} ${traits.section} ${base} depth`, weight, window),
        attempts: attempts ?? 2,
        retryBaseMs: retryBaseMs ?? 500,
        timeoutMs: timeoutMs ?? 10_000,
        clock: this.#clock,
      },
      signal,
    )
  }

  #fault(symbol: string | null, what: string): void {
    this.#faults += 1
    this.#lastFault = { atMs: this.#clock(), what: symbol === null ? what : `${symbol}: ${what}` }
    this.#options.log?.(this.#lastFault.what)
    this.#options.listener.fault(symbol, what)
  }
}
