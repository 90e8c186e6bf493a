import type { FeedHealth } from '@flowprint/markets'

/**
 * waiting: its exchange does not answer yet, or another process follows it. refused: it cannot be followed, `note` says
 * why. The others as streams name them.
 */
export type MarketState = 'waiting' | 'refused' | 'live' | 'stale' | 'repairing'

/** How one followed market fares in this process. */
export interface MarketReport {
  readonly symbol: string
  readonly venue: string
  readonly state: MarketState
  /** Exchange time minus the watermark, ms; null before the first print. */
  readonly lagMs: number | null
  readonly lastTradeTs: number | null
  /** Holes that may still be filled. */
  readonly holes: number
  readonly prints: number
  readonly duplicates: number
  /** Prints that came too late for their frame and went in as revisions. */
  readonly late: number
  /** Prints let go while the database was away; a repair fetches them. */
  readonly dropped: number
  /** Prints refused for an impossible time. */
  readonly refused: number
  /** Prints that wait for their commit. */
  readonly waiting: number
  /** Times the connection was lost. */
  readonly losses: number
  readonly note: string | null
}

/** How one exchange fares in this process. */
export interface VenueReport {
  readonly venue: string
  readonly symbols: number
  /** null while the exchange was never reached. */
  readonly health: FeedHealth | null
  readonly note: string | null
}
