import type { MarketListing } from './types.ts'

/** A shard's state of one followed market. Times are monotonic unless stated otherwise. */
export interface Followed {
  readonly listing: MarketListing
  /** The listener received `subscribed` and not yet `lost`. */
  subscribed: boolean
  /** Wall-clock time: end of the proven coverage if the stream turns out to be silent. */
  provenUntilMs: number
  /** Exchange time of the newest received trade, or of REST's newest before any arrived; null if unknown. */
  newestTradeMs: number | null
  /** Time of the last trade or check, and how long the market may stay quiet until the next check. */
  quietSinceMs: number
  quietForMs: number
  checking: boolean
  /** Do not subscribe before this time; 0 unless the venue refused. */
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
