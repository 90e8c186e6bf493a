import type { SectionAdapter } from './adapter.ts'
import { AttemptWindow } from './attempt-window.ts'
import type { CcxtExchange } from './ccxt-types.ts'
import { ClockSkew } from './clock-skew.ts'
import { DEFAULT_TUNING, type FeedOptions } from './options.ts'
import { Shard, type ShardContext } from './shard.ts'
import type { FeedHealth, MarketListing, VenueFeed, VenueName, VenueRest } from './types.ts'

export interface FeedParts {
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
  readonly #sections: { adapter: SectionAdapter; context: ShardContext; shards: Shard[] }[]
  readonly #count = { messages: 0, trades: 0, excluded: 0, reconnects: 0 }
  readonly #clock: () => number
  #faults = 0
  #lastFault: FeedHealth['lastFault'] = null
  #closed = false

  constructor(parts: FeedParts) {
    this.venue = parts.venue
    this.#parts = parts
    this.#clock = parts.options.clock ?? Date.now
    this.#sections = parts.sections.map((adapter) => ({ adapter, context: this.#contextOf(adapter), shards: [] }))
  }

  follow(listing: MarketListing): void {
    const section = this.#sections.find(({ adapter }) => adapter.traits.holds(listing))
    if (section === undefined) throw new RangeError(`Condition failed: ${this.venue} has ${listing.symbol}`)
    if (this.#closed || section.shards.some((shard) => shard.has(listing.symbol))) return
    const most = section.adapter.traits.live.marketsPerConnection
    let shard = section.shards.find((one) => one.size < most)
    if (shard === undefined) {
      shard = new Shard(section.context)
      section.shards.push(shard)
    }
    shard.add(listing)
  }

  unfollow(symbol: string): void {
    for (const section of this.#sections) {
      for (const shard of section.shards) shard.remove(symbol)
      const empty = section.shards.filter((shard) => shard.size === 0)
      for (const shard of empty) shard.close()
      section.shards = section.shards.filter((shard) => shard.size > 0)
    }
  }

  health(): FeedHealth {
    const shards = this.#sections.flatMap((section) => section.shards)
    const heard = shards.map((shard) => shard.lastHeardMs).filter((at) => at !== null)
    const now = performance.now()
    return {
      venue: this.venue,
      connections: shards.reduce((sum, shard) => sum + shard.connections, 0),
      symbols: shards.reduce((sum, shard) => sum + shard.size, 0),
      silentMs: heard.length === 0 ? null : Math.max(0, Math.round(now - Math.max(...heard))),
      ...this.#count,
      faults: this.#faults,
      clockSkewMs: this.#skew.value(now),
      lastFault: this.#lastFault,
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const section of this.#sections) for (const shard of section.shards.splice(0)) shard.close()
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
    this.#faults += 1
    this.#lastFault = { atMs: this.#clock(), what: symbol === null ? what : `${symbol}: ${what}` }
    this.#parts.options.log?.(this.#lastFault.what)
    this.#parts.options.listener.fault(symbol, what)
  }
}
