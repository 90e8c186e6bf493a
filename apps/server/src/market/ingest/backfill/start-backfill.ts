import type { MarketListing, VenueRest } from '@flowprint/venues'
import { VenueWorker, type StartBackfillOptions } from './venue-worker.ts'

/** Backfills all followed markets in the background. */
export interface Backfill {
  /** Call once the market's first live trade is committed, and again whenever a gap was given up. */
  follow(listing: MarketListing, rest: VenueRest): void
  unfollow(symbol: string): void
  /** Resolves when nothing is left to do before the next check; for tests, and to await the initial backfill. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Starts one worker per venue, on demand. */
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
