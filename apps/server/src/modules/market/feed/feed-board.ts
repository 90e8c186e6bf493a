import type { MarketReport, VenueReport } from './market-report.ts'

interface FeedSource {
  venues(): VenueReport[]
  markets(): MarketReport[]
  listed(venue: string): readonly string[] | null
}

/** Where the feeds of this process say how they fare, for metrics and calls; empty in a process that follows nothing. */
export class FeedBoard {
  #source: FeedSource | null = null

  /** Asked whenever somebody looks. */
  show(source: FeedSource | null): void {
    this.#source = source
  }

  venues(): VenueReport[] {
    return this.#source?.venues() ?? []
  }

  /** Symbols that the exchange lists; null where this process does not know. */
  listed(venue: string): readonly string[] | null {
    return this.#source?.listed(venue) ?? null
  }

  markets(): MarketReport[] {
    return this.#source?.markets() ?? []
  }
}
