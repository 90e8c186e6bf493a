import { RestClient, sharedBudget } from '../live/rest-client.ts'
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
  readonly #sections: { readonly context: DerivativesShardContext; shards: DerivativesShard[] }[]
  readonly #count = { messages: 0, liquidations: 0, stats: 0, reconnects: 0 }
  #faults = 0
  #lastFault: DerivativesHealth['lastFault'] = null
  #requestId = 0
  #closed = false

  constructor(venue: VenueName, adapters: readonly DerivativesAdapter[], options: DerivativesFeedOptions) {
    this.venue = venue
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.#sections = adapters.map((adapter) => ({ context: this.#contextOf(adapter), shards: [] }))
  }

  follow(listing: MarketListing): void {
    const traits = derivativesTraitsOf(listing)
    const section = this.#sections.find(({ context }) => context.adapter.traits === traits)
    if (traits === null || section === undefined)
      throw new RangeError(`Condition failed: ${this.venue} publishes derivatives data of ${listing.symbol}`)
    if (this.#closed || section.shards.some((shard) => shard.has(listing.symbol))) return
    let shard = section.shards.find((one) => one.size < traits.marketsPerConnection)
    if (shard === undefined) {
      shard = new DerivativesShard(section.context)
      section.shards.push(shard)
    }
    shard.add(listing)
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

  health(): DerivativesHealth {
    const shards = this.#sections.flatMap((section) => section.shards)
    return {
      venue: this.venue,
      connections: shards.filter((shard) => shard.isConnected).length,
      symbols: shards.reduce((sum, shard) => sum + shard.size, 0),
      subscribed: shards.reduce((sum, shard) => sum + shard.subscribed, 0),
      ...this.#count,
      faults: this.#faults,
      lastFault: this.#lastFault,
    }
  }

  close(): Promise<void> {
    this.#closed = true
    for (const section of this.#sections) for (const shard of section.shards.splice(0)) shard.close()
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
      createRest: (signal) => this.#createRest(adapter, signal),
      clock: this.#clock,
      random: random ?? Math.random,
      count: this.#count,
      nextRequestId: () => (this.#requestId += 1),
      fault: (symbol, what, isStream) => this.#fault(symbol, what, isStream),
    }
  }

  /** Polling has a separate budget, so that repairs of trades never wait for it. */
  #createRest({ traits, restBase }: DerivativesAdapter, signal: AbortSignal): RestClient {
    const { urls, attempts, retryBaseMs, timeoutMs } = this.#options
    const base = urls?.[traits.section]?.rest ?? restBase
    if (base === undefined || traits.rest === null)
      throw new RangeError(`Condition failed: ${this.venue} has derivatives data by REST`)
    const { weight, windowMs } = traits.rest
    return new RestClient(
      {
        base,
        budget: sharedBudget(`${this.venue} ${traits.section} ${base} derivatives`, weight, windowMs),
        attempts: attempts ?? 2,
        retryBaseMs: retryBaseMs ?? 500,
        timeoutMs: timeoutMs ?? 10_000,
        clock: this.#clock,
      },
      signal,
    )
  }

  #fault(symbol: string | null, what: string, isStream: boolean): void {
    this.#faults += 1
    this.#lastFault = { atMs: this.#clock(), what: symbol === null ? what : `${symbol}: ${what}` }
    this.#options.log?.(this.#lastFault.what)
    this.#options.listener.fault(symbol, what, isStream)
  }
}
