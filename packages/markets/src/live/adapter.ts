import type { CcxtClient, CcxtExchange, CcxtMarket } from './ccxt-types.ts'
import type { SectionUrls } from './options.ts'
import type { FrameReader } from './reader.ts'
import type { RestSection } from './rest-section.ts'
import type { VenueTraits } from './venue-traits.ts'
import type { MarketListing, TradesPage, TradesRequest, VenueName } from './types.ts'

/** The code of a venue beside its facts (VenueTraits). One object per venue, in venues/<venue>/adapter.ts. */
export interface VenueAdapter {
  readonly venue: VenueName
  readonly sections: readonly SectionAdapter[]
}

/** How one section speaks. Nothing here may load ccxt: its objects are passed in. */
export interface SectionAdapter {
  readonly traits: VenueTraits
  /** A reader for one connection (it may keep state of that connection, such as a sequence number). */
  createReader(exchange: CcxtExchange): FrameReader
  /** Points ccxt to other addresses: `ws` and `rest` are bases in the form ccxt keeps them. */
  useUrls(exchange: CcxtExchange, urls: SectionUrls): void
  /**
   * What ccxt must know of a market to subscribe to it, over what is derived from the listing (id, symbol, base, quote,
   * settle, type, spot, swap, future, contract, linear, inverse, lowercaseId). Only where its subscribing needs more.
   */
  ccxtMarket?(listing: MarketListing): Record<string, unknown>
  /**
   * Subscribes to these markets on the exchange's one connection; all go to the same address. Rejects when the connection
   * fails; may stay pending for ever. Default: exchange.watchTradesForSymbols(ccxt symbols).
   */
  subscribe?(exchange: CcxtExchange, listings: readonly MarketListing[]): Promise<unknown>
  /** Default: exchange.unWatchTrades(ccxt symbol), its failure ignored. */
  unsubscribe?(exchange: CcxtExchange, listing: MarketListing): Promise<unknown>
  /** Answers name no market: they come in the order of the requests, those of unsubscribing among them. */
  readonly answersInOrder?: true
  /** A message of ours that the venue answers. Default: what ccxt's ping sends, else a WebSocket ping frame. */
  heartbeat?(exchange: CcxtExchange, client: CcxtClient): unknown

  /** A market as we list it, from ccxt's description of it; null for those that are not followed (inactive, options). */
  listing(market: CcxtMarket): MarketListing | null
  /** The REST address without an override. */
  readonly restBase: string
  /** Pages of the past; see VenueRest.trades. Requests go through `rest`, which limits, retries and aborts. */
  trades(rest: RestSection, listing: MarketListing, request: TradesRequest): AsyncIterable<TradesPage>
  /** Time of the newest trade as REST knows it; null without any. For the watch over silent subscriptions. */
  lastTradeMs(rest: RestSection, listing: MarketListing): Promise<number | null>
  /** See VenueRest.minuteVolumes. */
  minuteVolumes?(
    rest: RestSection,
    listing: MarketListing,
    fromTs: number,
    toTs: number,
  ): Promise<ReadonlyMap<number, string>>
}
