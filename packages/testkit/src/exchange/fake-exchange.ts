import type { VenueUrls } from '@flowprint/markets'
import type { FakeMarket, FakeVenue } from './fake-venue.ts'

export interface FakeExchangeOptions {
  readonly venue: FakeVenue
  readonly markets: readonly FakeMarket[]
  /** Of the faults' randomness; 1 by default. */
  readonly seed?: number
  /** Where the exchange's clock starts, ms; the first print's time by default. */
  readonly startMs?: number
  /** A fixed port, for browsers; any free one by default. */
  readonly port?: number
}

export interface FakeExchange {
  /** For openVenueFeed and openVenueRest. */
  readonly urls: VenueUrls
  readonly http: string
  /** Releases the next n prints over all markets in the order of their times, in this turn; how many there were. */
  emit(n: number): number
  close(): Promise<void>
}

/** A real HTTP and WebSocket server on loopback that speaks a venue's protocol and misbehaves on command. */
export async function startFakeExchange(options: FakeExchangeOptions): Promise<FakeExchange> {
  throw new Error(`no fake ${options.venue.venue} yet`)
}
