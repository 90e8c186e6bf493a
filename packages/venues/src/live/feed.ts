import type { SectionAdapter } from './adapter.ts'
import { AttemptWindow, Shard } from './shard.ts'
import type { ShardContext } from './shard.ts'
import { FaultLog, SectionShards } from './section-shards.ts'
import type { CcxtExchange } from './ccxt.ts'
import { DEFAULT_TUNING } from './options.ts'
import type { FeedOptions } from './options.ts'
import type { FeedHealth, MarketListing, VenueFeed, VenueName, VenueRest } from './types.ts'

interface FeedParts {
  readonly venue: VenueName
  readonly sections: readonly SectionAdapter[]
  readonly createExchange: (section: SectionAdapter) => CcxtExchange
  /** Queried when a stream seems too quiet. */
  readonly rest: VenueRest & Required<Pick<VenueRest, 'lastTradeMs'>>
  readonly options: FeedOptions
}

/** The live stream of one venue: its markets distributed over shards, per section. */
export class Feed implements VenueFeed {
  readonly venue: VenueName
  readonly #parts: FeedParts
  readonly #skew = new ClockSkew()
  readonly #shards: SectionShards<Shard>
  readonly #count = { messages: 0, trades: 0, excluded: 0, reconnects: 0 }
  readonly #clock: () => number
  readonly #faults: FaultLog

  constructor(parts: FeedParts) {
    this.venue = parts.venue
    this.#parts = parts
    this.#clock = parts.options.clock ?? Date.now
    this.#faults = new FaultLog(this.#clock, parts.options.log)
    this.#shards = new SectionShards(
      parts.sections.map((adapter) => {
        const context = this.#contextOf(adapter)
        const { traits } = adapter
        return {
          marketsPerConnection: traits.live.marketsPerConnection,
          holds: (listing) => traits.holds(listing),
          createShard: () => new Shard(context),
        }
      }),
    )
  }

  follow(listing: MarketListing): void {
    this.#shards.place(listing, `${this.venue} has ${listing.symbol}`)?.add(listing)
  }

  unfollow(symbol: string): void {
    this.#shards.remove(symbol)
  }

  health(): FeedHealth {
    const shards = this.#shards.all()
    const heard = shards.map((shard) => shard.lastHeardMs).filter((at) => at !== null)
    const now = performance.now()
    return {
      venue: this.venue,
      connections: shards.reduce((sum, shard) => sum + shard.connections, 0),
      symbols: shards.reduce((sum, shard) => sum + shard.size, 0),
      silentMs: heard.length === 0 ? null : Math.max(0, Math.round(now - Math.max(...heard))),
      ...this.#count,
      clockSkewMs: this.#skew.value(now),
      ...this.#faults.health(),
    }
  }

  async close(): Promise<void> {
    this.#shards.close()
    await this.#parts.rest.close()
  }

  #contextOf(adapter: SectionAdapter): ShardContext {
    const { options, rest, createExchange } = this.#parts
    const { live } = adapter.traits
    const steady = () => performance.now()
    return {
      adapter,
      steady,
      clock: this.#clock,
      random: options.random ?? Math.random,
      listener: options.listener,
      tuning: {
        ...DEFAULT_TUNING,
        heartbeatMs: live.heartbeatMs,
        silentAfterMs: live.silentAfterMs,
        quietAfterMs: live.quietAfterMs,
        connectionLifeMs: live.connectionLifeMs ?? Infinity,
        ...options.tuning,
      },
      attempts: new AttemptWindow(live.attempts.count, live.attempts.windowMs),
      createExchange: () => createExchange(adapter),
      lastTradeMs: (listing) => rest.lastTradeMs(listing),
      count: this.#count,
      exchangeTime: (exchangeMs, at) => this.#skew.add(exchangeMs, at, steady()),
      fault: (symbol, what) => this.#fault(symbol, what),
      log: options.log ?? (() => {}),
    }
  }

  #fault(symbol: string | null, what: string): void {
    this.#faults.add(symbol, what)
    this.#parts.options.listener.fault(symbol, what)
  }
}

const BUCKET_MS = 15_000
const BUCKETS = 4

/**
 * Estimates how far the exchange's clock is ahead of ours. Each message gives `exchange time - receipt time`, which is
 * the skew minus the latency; the fastest message of the last minute is the best estimate.
 */
export class ClockSkew {
  readonly #greatest: number[] = []
  readonly #bucket: number[] = []

  /** steadyMs only orders the samples. */
  add(exchangeMs: number, receivedAtMs: number, steadyMs: number): void {
    const bucket = Math.floor(steadyMs / BUCKET_MS)
    const at = bucket % BUCKETS
    const skew = exchangeMs - receivedAtMs
    if (this.#bucket[at] !== bucket) {
      this.#bucket[at] = bucket
      this.#greatest[at] = skew
    } else if (skew > this.#greatest[at]) {
      this.#greatest[at] = skew
    }
  }

  /** Ms; null if no message of the last minute had a venue time. */
  value(steadyMs: number): number | null {
    const bucket = Math.floor(steadyMs / BUCKET_MS)
    let greatest: number | null = null
    for (let at = 0; at < BUCKETS; at++) {
      const recent = this.#bucket[at] !== undefined && this.#bucket[at] > bucket - BUCKETS
      if (recent && (greatest === null || this.#greatest[at] > greatest)) greatest = this.#greatest[at]
    }
    return greatest
  }
}
