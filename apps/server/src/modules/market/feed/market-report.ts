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
  /** Exchange time minus the watermark, ms; null before the first trade. */
  readonly lagMs: number | null
  readonly lastTradeTs: number | null
  /** Gaps that may still be filled. */
  readonly gaps: number
  readonly trades: number
  readonly duplicates: number
  /** Trades that came too late for their frame and went in as revisions. */
  readonly late: number
  /** Trades let go while the database was away; a repair fetches them. */
  readonly dropped: number
  /** Trades refused for an impossible time. */
  readonly refused: number
  /** Trades that wait for their commit. */
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
