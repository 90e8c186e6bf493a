import type { MarketReport, VenueReport } from './market-report.ts'

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
