import type { MarketReport, VenueReport } from './market-report.ts'

/** Where the feeds of this process say how they fare, for metrics and calls; empty in a process that follows nothing. */
export class FeedBoard {
  #source: { venues(): VenueReport[]; markets(): MarketReport[] } | null = null

  /** Asked whenever somebody looks. */
  show(source: { venues(): VenueReport[]; markets(): MarketReport[] } | null): void {
    this.#source = source
  }

  venues(): VenueReport[] {
    return this.#source?.venues() ?? []
  }

  markets(): MarketReport[] {
    return this.#source?.markets() ?? []
  }
}
