import type { RestSection } from '../live/adapter.ts'
import type { SectionUrls } from '../live/options.ts'
import type { MarketListing, VenueName } from '../live/types.ts'
import type { LiquidationCompleteness, MarketStatValues } from './types.ts'

/** Facts about the derivatives data of a section, with their evidence in docs/exchanges. */
export interface DerivativesTraits {
  readonly venue: VenueName
  /** Of VenueTraits; also decides which markets belong to it. */
  readonly section: string
  /** Null: the venue publishes no liquidations. */
  readonly liquidations: LiquidationCompleteness | null
  readonly marketsPerConnection: number
  /** Minimum interval between two requests on a connection. */
  readonly requestEveryMs: number
  readonly attempts: { readonly count: number; readonly windowMs: number }
  readonly connectionLifeMs: number | null
  readonly heartbeatMs: number
  readonly silentAfterMs: number
  /** Our weight limit of polling, in addition to that of trades; null without polling. */
  readonly rest: { readonly weight: number; readonly windowMs: number } | null
}

/** Receives what a reader finds in one message. Markets as the venue writes them, numbers as its texts. */
export interface DerivativesSink {
  /** side: of the order that closed the position. */
  liquidation(marketId: string, ts: number, side: 'buy' | 'sell', price: string, qty: string): void
  stat(marketId: string, ts: number, values: MarketStatValues): void
  /** The venue confirmed or refused a subscription: of that market, or of our request with that id. */
  confirmed(market: string | number): void
  refused(market: string | number, what: string): void
  /** The venue announced that it will close the connection. */
  closing(): void
  /** The message contains derivatives data but cannot be read: nothing of it is emitted. */
  fault(what: string): void
}

/** Reads one message, parsed as JSON. No side effects except on the sink. */
export type DerivativesReader = (
  message: Readonly<Record<string, unknown>>,
  receivedAtMs: number,
  sink: DerivativesSink,
) => void

/** Protocol of one section of a venue. */
export interface DerivativesAdapter {
  readonly traits: DerivativesTraits
  /** The address to connect to. */
  url(urls: SectionUrls | undefined): string
  /** Messages after connecting: channels that cover the whole section. */
  readonly opening: readonly string[]
  /** Messages that subscribe one market. */
  subscribe(listing: MarketListing, requestId: number): readonly string[]
  unsubscribe(listing: MarketListing, requestId: number): readonly string[]
  /** A heartbeat that the venue answers; null: a WebSocket ping. */
  readonly heartbeat: string | null
  readonly read: DerivativesReader
  /** Fetches what the stream does not contain. */
  poll?(rest: RestSection, listing: MarketListing, sink: DerivativesSink): Promise<void>
  readonly restBase?: string
}
