import type { RestOptions } from '../live/options.ts'
import type { MarketListing, VenueName } from '../live/types.ts'

/** What a venue publishes of its liquidations: every one, or at most one per second and market (sums are lower bounds). */
export type LiquidationCompleteness = 'all' | 'lower bound'

/** One forced order. */
export interface Liquidation {
  readonly symbol: string
  /** Exchange time, ms. */
  readonly ts: number
  /** Side of the order: 'sell' closes a long position, 'buy' a short one. */
  readonly side: 'buy' | 'sell'
  /** Limit or bankruptcy price of the order, as the venue publishes it: not the price at which it was filled. */
  readonly priceTicks: number
  /** Quantity in the market's lots. */
  readonly lots: number
  readonly completeness: LiquidationCompleteness
}

/** What a message says about a perpetual: decimal texts of the venue. A field it does not mention is absent. */
export interface MarketStatValues {
  /** Open contracts, each counted once, in the market's quantity unit (MarketListing.qtyUnit). */
  readonly openInterest?: string
  /** Rate of the current interval, to be paid at `nextFundingMs`: 0.0001 is 0.01 % of the position. > 0: longs pay. */
  readonly fundingRate?: string
  readonly nextFundingMs?: number
  readonly markPrice?: string
  readonly indexPrice?: string
}

export interface MarketStat extends MarketStatValues {
  readonly symbol: string
  /** Exchange time, ms; our clock where the venue sends none. */
  readonly ts: number
}

/** Events of a market, called synchronously in the turn in which the message arrived. */
export interface DerivativesListener {
  /** From now on liquidations are received, until `lost`. In between, missing ones cannot be fetched later. */
  subscribed(symbol: string, atMs: number): void
  lost(symbol: string, reason: string, atMs: number): void
  liquidation(liquidation: Liquidation, receivedAtMs: number): void
  stat(stat: MarketStat, receivedAtMs: number): void
  /**
   * Something was rejected: a refused subscription, a message that cannot be read; nothing of it was emitted. `isStream`: it
   * may have been a liquidation; false: a value could not be fetched by REST.
   */
  fault(symbol: string | null, what: string, isStream: boolean): void
}

/** Durations that tests shorten; missing ones come from the venue's traits or the defaults. */
export interface DerivativesTuning {
  readonly heartbeatMs: number
  readonly silentAfterMs: number
  readonly connectionLifeMs: number
  /** Timeout of the handshake, and of a subscription's confirmation. */
  readonly confirmWithinMs: number
  /** Backoff: full jitter between 0 and min(cap, base x 2^failures). */
  readonly backoffBaseMs: number
  readonly backoffCapMs: number
  /** Retry interval for a subscription the venue refused. */
  readonly refusedRetryMs: number
  /** A connection that survives this long resets the count of failures. */
  readonly stableAfterMs: number
  /** Interval between two requests for what a venue serves by REST only. */
  readonly pollMs: number
}

export interface DerivativesFeedOptions extends RestOptions {
  readonly listener: DerivativesListener
  readonly tuning?: Partial<DerivativesTuning>
  /** [0, 1), for jitter; Math.random by default. */
  readonly random?: () => number
}

export interface DerivativesHealth {
  readonly venue: VenueName
  readonly connections: number
  readonly symbols: number
  /** Symbols whose subscription is confirmed. */
  readonly subscribed: number
  readonly reconnects: number
  readonly messages: number
  readonly liquidations: number
  readonly stats: number
  readonly faults: number
  readonly lastFault: { readonly atMs: number; readonly what: string } | null
}

/** Liquidations and statistics of one venue's perpetuals, on separate connections. */
export interface DerivativesFeed {
  readonly venue: VenueName
  /**
   * Subscribes, and reconnects after every disconnection until `unfollow` or `close`.
   *
   * Throws  RangeError if the venue publishes nothing of the market (see derivativesTraitsOf).
   */
  follow(listing: MarketListing): void
  unfollow(symbol: string): void
  health(): DerivativesHealth
  close(): Promise<void>
}
