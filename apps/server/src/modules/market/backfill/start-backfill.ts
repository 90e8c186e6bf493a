import type { MarketListing, VenueRest } from '@flowprint/markets'
import { VenueWorker, type StartBackfillOptions } from './venue-worker.ts'

/** The past of all followed markets, fetched in the background. */
export interface Backfill {
  /** Call it once the market's first live trade is committed, and again whenever a gap was given up. */
  follow(listing: MarketListing, rest: VenueRest): void
  unfollow(symbol: string): void
  /** Resolves when nothing is left to do before the next look; for tests and the end of a start. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Starts one worker per venue, as venues come. */
export function startBackfill(options: StartBackfillOptions): Backfill {
  const stopping = new AbortController()
  const venues = new Map<string, VenueWorker>()
  return {
    follow(listing, rest) {
      if (stopping.signal.aborted) return
      let worker = venues.get(listing.venue)
      if (worker === undefined) venues.set(listing.venue, (worker = new VenueWorker(options, stopping.signal)))
      worker.follow(listing, rest)
    },
    unfollow(symbol) {
      for (const worker of venues.values()) worker.unfollow(symbol)
    },
    async settled() {
      await Promise.all([...venues.values()].map((worker) => worker.settled()))
    },
    async stop() {
      stopping.abort()
      await Promise.all([...venues.values()].map((worker) => worker.ended))
    },
  }
}
