import type { FeedOptions, RestOptions } from './options.ts'
import type { VenueFeed, VenueName, VenueRest } from './types.ts'

/** The live stream of a venue; nothing is connected before the first `follow`. Loads ccxt (0.8 s, 60 MB). */
export async function openVenueFeed(venue: VenueName, options: FeedOptions): Promise<VenueFeed> {
  throw new Error(`no feed of ${venue} for ${options.listener} yet`)
}

/** The past of a venue by REST. ccxt is loaded by the first `listings`. */
export async function openVenueRest(venue: VenueName, options: RestOptions = {}): Promise<VenueRest> {
  throw new Error(`no REST of ${venue} for ${options.attempts} yet`)
}
