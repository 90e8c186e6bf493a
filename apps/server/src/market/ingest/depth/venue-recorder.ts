import type { DepthFeed, DepthListener, MarketListing } from '@flowprint/venues'
import type { DepthState } from '../../../platform/bus/index.ts'
import type { Instrument } from '../../store/index.ts'
import { VenueRecorder } from '../recording/venue-recorder.ts'
import type { RecorderOptions } from './depth-options.ts'
import { MarketRecorder, NoBookError } from './market-recorder.ts'
import type { RecordedMode } from './market-recorder.ts'

export interface VenueRecorderOptions extends RecorderOptions {
  readonly openFeed: (venue: string, listener: DepthListener) => DepthFeed
  /** What the exchange listed of its followed markets. */
  readonly loadListings: (venue: string) => Promise<readonly MarketListing[]>
}

type DepthVenueRecorder = VenueRecorder<RecordedMode, DepthState, MarketRecorder, DepthFeed>

/** Records the books of one exchange's markets. */
export function createVenueRecorder(venue: string, options: VenueRecorderOptions): DepthVenueRecorder {
  const listener: DepthListener = {
    snapshot: (symbol, start, receivedAtMs) => recorder.find(symbol)?.snapshot(start, receivedAtMs),
    changes: (symbol, update, receivedAtMs) => recorder.find(symbol)?.changes(update, receivedAtMs),
    unit: (symbol, qtyUnit, factor) => recorder.find(symbol)?.unit(qtyUnit, factor),
    lost: (symbol, reason) => recorder.find(symbol)?.lost(reason),
    alive: (symbol, exchangeTimeMs, receivedAtMs) => recorder.find(symbol)?.alive(exchangeTimeMs, receivedAtMs),
    fault: (symbol, what) => options.log.warn({ venue, symbol, what }, 'a depth feed reported a fault'),
  }
  const subscribe = async ({ symbol, tickSize, lotSize }: Instrument, qtyUnit: string): Promise<void> => {
    const listing = (await options.loadListings(venue)).find((one) => one.symbol === symbol)
    if (listing === undefined) throw new Error(`${symbol} is not listed yet`)
    try {
      // Prices and quantities of the tape: its tick can be finer than the listed one.
      recorder.feed.follow({ ...listing, tickSize, lotSize }, qtyUnit)
    } catch (error) {
      throw error instanceof RangeError ? new NoBookError(error.message) : error
    }
  }
  const recorder: DepthVenueRecorder = new VenueRecorder({
    openFeed: () => options.openFeed(venue, listener),
    createRecorder: (symbol, mode) =>
      new MarketRecorder({
        ...options,
        symbol,
        mode,
        subscribe,
        unsubscribe: () => recorder.unfollow(symbol),
      }),
    isSame: (mode, next) => mode === next,
  })
  return recorder
}
