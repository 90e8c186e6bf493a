import type { FeedHealth } from '@flowprint/venues'

/**
 * waiting: its exchange does not answer yet, or another process follows it. refused: it cannot be followed, see `note`.
 * The other states are named as in streams.
 */
export type MarketState = 'waiting' | 'refused' | 'live' | 'stale' | 'repairing'

/** Status of one followed market in this process. */
export interface MarketReport {
  readonly symbol: string
  readonly venue: string
  readonly state: MarketState
  /** Exchange time minus the watermark, ms; null before the first trade. */
  readonly lagMs: number | null
  readonly lastTradeTs: number | null
  /** Gaps that can still be filled. */
  readonly gaps: number
  readonly trades: number
  readonly duplicates: number
  /** Trades that were too late for their frame and were stored as revisions. */
  readonly late: number
  /** Trades dropped while the database was unavailable; a repair fetches them. */
  readonly dropped: number
  /** Trades rejected for an implausible time. */
  readonly refused: number
  /** Trades waiting for their commit. */
  readonly waiting: number
  /** Number of times the connection was lost. */
  readonly losses: number
  readonly note: string | null
}

/** Status of one exchange in this process. */
export interface VenueReport {
  readonly venue: string
  readonly symbols: number
  /** null while the exchange was never reached. */
  readonly health: FeedHealth | null
  readonly note: string | null
}

interface FeedSource {
  venues(): VenueReport[]
  markets(): MarketReport[]
  listed(venue: string): readonly string[] | null
}

/** Status of this process's feeds, for metrics and calls; empty in a process that follows nothing. */
export class FeedRegistry {
  #source: FeedSource | null = null

  /** Sets the source, which is queried on each read. */
  show(source: FeedSource | null): void {
    this.#source = source
  }

  venues(): VenueReport[] {
    return this.#source?.venues() ?? []
  }

  /** Symbols that the exchange lists; null when unknown to this process. */
  listed(venue: string): readonly string[] | null {
    return this.#source?.listed(venue) ?? null
  }

  markets(): MarketReport[] {
    return this.#source?.markets() ?? []
  }
}
