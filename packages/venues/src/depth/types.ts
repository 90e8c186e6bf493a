import type { BookChanges, BookProof, BookSnapshot, KnownWindow } from '@flowprint/orderflow'
import type { RestOptions } from '../live/options.ts'
import type { MarketListing, VenueName } from '../live/types.ts'

/** A run of a book starts. */
export interface DepthStart {
  readonly snapshot: BookSnapshot
  /** Unit of all quantities, until `unit`. */
  readonly qtyUnit: string
  readonly proof: BookProof
}

/** Changes of one message. */
export interface DepthUpdate {
  /** Exchange time of the last change. */
  readonly t: number
  readonly changes: BookChanges
  /** The known window after the changes. */
  readonly window: KnownWindow
}

/**
 * Events of a market's book, called synchronously in the turn in which the message arrived. A run begins with `snapshot` and
 * ends with `lost`, or with the market's `unfollow` or the feed's `close`. Exchange times of a run never decrease.
 */
export interface DepthListener {
  /** The book is known from the snapshot's time on. */
  snapshot(symbol: string, start: DepthStart, receivedAtMs: number): void
  /** Updates that change nothing are not passed on. */
  changes(symbol: string, update: DepthUpdate, receivedAtMs: number): void
  /** During a run, a quantity needs a finer unit: all earlier ones count `factor` times as many units from now on. */
  unit(symbol: string, qtyUnit: string, factor: number): void
  /** The run ended: the book was known until the last event or `alive` before it. */
  lost(symbol: string, reason: string, atMs: number): void
  /** The book of a run is unchanged until this exchange time: an update without changes, or an answered ping. */
  alive(symbol: string, exchangeTimeMs: number, receivedAtMs: number): void
  /** Something that operators should know: a refused subscription, a snapshot that cannot be fetched. */
  fault(symbol: string | null, what: string): void
}

/** What is known about a market's book: how a run is proven, or why there is none. */
export type DepthState = BookProof | 'syncing' | 'lost'

/** Durations that tests shorten; missing ones come from the venue's traits or the defaults. */
export interface DepthTuning {
  readonly heartbeatMs: number
  readonly silentAfterMs: number
  readonly connectionLifeMs: number
  /** Timeout of the handshake. */
  readonly connectWithinMs: number
  /** Timeout of a subscription's confirmation, and then of a snapshot that the venue sends by itself. */
  readonly confirmWithinMs: number
  /** A confirmed market without any update for this long, where REST has the snapshot, is reported as silent. */
  readonly quietAfterMs: number
  /** Window of the weight limit of REST snapshots. */
  readonly restWindowMs: number
  /** Backoff: full jitter between 0 and min(cap, base x 2^failures). */
  readonly backoffBaseMs: number
  readonly backoffCapMs: number
  /** Retry interval for a subscription the venue refused, and for a venue that was not reached in `giveUpAttempts`. */
  readonly unreachableRetryMs: number
  readonly giveUpAttempts: number
  /** A run of this length resets the count of failures. */
  readonly stableAfterMs: number
  /** A book crossed for longer is lost. */
  readonly maxCrossedMs: number
  /** Interval of the pings that prove a quiet book unchanged. */
  readonly probeEveryMs: number
}

export interface DepthFeedOptions extends RestOptions {
  readonly listener: DepthListener
  readonly tuning?: Partial<DepthTuning>
  /** [0, 1), for jitter; Math.random by default. */
  readonly random?: () => number
}

export interface DepthMarketHealth {
  readonly symbol: string
  readonly state: DepthState
  /** Why there is no run; empty during one. */
  readonly reason: string
  /** Runs that started so far. */
  readonly runs: number
}

export interface DepthHealth {
  readonly venue: VenueName
  readonly connections: number
  /** Ms since the last message; null before the first. */
  readonly silentMs: number | null
  readonly reconnects: number
  readonly messages: number
  /** Changes of levels, and updates without any. */
  readonly levels: number
  readonly unchanged: number
  readonly faults: number
  readonly lastFault: { readonly atMs: number; readonly what: string } | null
  readonly markets: readonly DepthMarketHealth[]
}

/** The live books of one venue: as many connections as its markets need, none of them shared with the trades. */
export interface DepthFeed {
  readonly venue: VenueName
  /**
   * Subscribes, and syncs again after every loss until `unfollow` or `close`. Quantities start in `qtyUnit`, by default the
   * market's lot.
   *
   * Throws  RangeError if the venue has no depth of the market (see depthTraitsOf).
   */
  follow(listing: MarketListing, qtyUnit?: string): void
  unfollow(symbol: string): void
  health(): DepthHealth
  close(): Promise<void>
}
