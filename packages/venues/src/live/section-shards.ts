import type { MarketListing } from './types.ts'

/** The markets of one connection. */
interface MarketShard {
  readonly size: number
  has(symbol: string): boolean
  remove(symbol: string): void
  close(): void
}

export interface ShardedSection<Shard> {
  readonly marketsPerConnection: number
  /** Whether the market belongs to the section. */
  holds(listing: MarketListing): boolean
  createShard(): Shard
}

/** The markets of one venue, distributed over connections, per section. */
export class SectionShards<Shard extends MarketShard> {
  readonly #sections: { readonly section: ShardedSection<Shard>; shards: Shard[] }[]
  #isClosed = false

  constructor(sections: readonly ShardedSection<Shard>[]) {
    this.#sections = sections.map((section) => ({ section, shards: [] }))
  }

  all(): Shard[] {
    return this.#sections.flatMap(({ shards }) => shards)
  }

  /**
   * The connection to which the market is to be added; null: it has one already, or everything is closed.
   *
   * Throws  RangeError with `missing` if no section holds the market.
   */
  place(listing: MarketListing, missing: string): Shard | null {
    const found = this.#sections.find(({ section }) => section.holds(listing))
    if (found === undefined) throw new RangeError(`Condition failed: ${missing}`)
    const { section, shards } = found
    if (this.#isClosed || shards.some((shard) => shard.has(listing.symbol))) return null
    let shard = shards.find((one) => one.size < section.marketsPerConnection)
    if (shard === undefined) {
      shard = section.createShard()
      shards.push(shard)
    }
    return shard
  }

  remove(symbol: string): void {
    for (const own of this.#sections) {
      for (const shard of own.shards) {
        shard.remove(symbol)
        if (shard.size === 0) shard.close()
      }
      own.shards = own.shards.filter((shard) => shard.size > 0)
    }
  }

  close(): void {
    this.#isClosed = true
    for (const { shards } of this.#sections) for (const shard of shards.splice(0)) shard.close()
  }
}

/** Counts the faults of a feed and keeps the last one. */
export class FaultLog {
  #count = 0
  #last: { readonly atMs: number; readonly what: string } | null = null
  readonly #clock: () => number
  readonly #log: ((line: string) => void) | undefined

  constructor(clock: () => number, log: ((line: string) => void) | undefined) {
    this.#clock = clock
    this.#log = log
  }

  add(symbol: string | null, what: string): void {
    this.#count += 1
    this.#last = { atMs: this.#clock(), what: symbol === null ? what : `${symbol}: ${what}` }
    this.#log?.(this.#last.what)
  }

  health(): { readonly faults: number; readonly lastFault: { readonly atMs: number; readonly what: string } | null } {
    return { faults: this.#count, lastFault: this.#last }
  }
}
