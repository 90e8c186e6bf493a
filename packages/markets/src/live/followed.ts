import type { MarketListing } from './types.ts'

/** What a shard knows of one market it follows. Times are steady unless they say otherwise. */
export interface Followed {
  readonly listing: MarketListing
  /** The listener was told `subscribed` and not yet `lost`. */
  subscribed: boolean
  /** By the clock: the end of what is proven, should the stream turn out silent. */
  provenUntilMs: number
  /** Exchange time of the newest trade that came, or of the one REST named before any came; null while unknown. */
  newestTradeMs: number | null
  /** When the market was heard or checked last, and how long it may stay quiet until the next check. */
  quietSinceMs: number
  quietForMs: number
  checking: boolean
  /** Not asked for again before this; 0 unless the venue refused. */
  refusedUntilMs: number
}

export function newlyFollowed(listing: MarketListing): Followed {
  return {
    listing,
    subscribed: false,
    provenUntilMs: 0,
    newestTradeMs: null,
    quietSinceMs: 0,
    quietForMs: 0,
    checking: false,
    refusedUntilMs: 0,
  }
}
