import { derivativesTraitsOf } from '@flowprint/venues'
import type { DerivativesFeed, DerivativesListener, MarketListing } from '@flowprint/venues'
import type { DerivativesState } from '../../../platform/bus/index.ts'
import { VenueRecorder } from '../recording/venue-recorder.ts'
import type { DerivativesRecorderOptions } from './derivatives-options.ts'
import { MarketRecorder } from './market-recorder.ts'

export interface VenueRecorderOptions extends DerivativesRecorderOptions {
  readonly openFeed: (venue: string, listener: DerivativesListener) => DerivativesFeed
}

type DerivativesVenueRecorder = VenueRecorder<MarketListing, DerivativesState, MarketRecorder, DerivativesFeed>

/** Records the derivatives data of one exchange's perpetuals. */
export function createVenueRecorder(venue: string, options: VenueRecorderOptions): DerivativesVenueRecorder {
  const { log } = options
  const listener: DerivativesListener = {
    subscribed: (symbol, atMs) => recorder.find(symbol)?.subscribed(atMs),
    lost: (symbol, reason, atMs) => {
      recorder.find(symbol)?.lost(atMs)
      log.debug({ symbol, reason }, 'the derivatives data of a market was lost')
    },
    liquidation: (liquidation, receivedAtMs) =>
      recorder.find(liquidation.symbol)?.liquidation(liquidation, receivedAtMs),
    stat: (stat, receivedAtMs) => recorder.find(stat.symbol)?.stat(stat, receivedAtMs),
    fault: (symbol, what, isStream) => {
      log.warn({ venue, symbol, what }, 'a derivatives feed reported a fault')
      if (!isStream && symbol !== null) recorder.find(symbol)?.notFetched()
      else if (symbol !== null) recorder.find(symbol)?.missed()
      else for (const market of recorder.recorders()) market.missed()
    },
  }
  const recorder: DerivativesVenueRecorder = new VenueRecorder({
    openFeed: () => options.openFeed(venue, listener),
    createRecorder: (symbol, listing) =>
      new MarketRecorder({
        ...options,
        symbol,
        completeness: derivativesTraitsOf(listing)?.liquidations ?? null,
        // Prices and quantities of the tape: its tick can be finer than the listed one.
        subscribe: async ({ tickSize, lotSize }) => recorder.feed.follow({ ...listing, tickSize, lotSize }),
        unsubscribe: () => recorder.unfollow(symbol),
      }),
    isSame: () => true,
  })
  return recorder
}
