import type { CcxtClient, CcxtExchange, CcxtMarket } from './ccxt-types.ts'
import type { SectionUrls } from './options.ts'
import type { FrameReader } from './reader.ts'
import type { RestSection } from './rest-section.ts'
import type { VenueTraits } from './venue-traits.ts'
import type { MarketListing, TradesPage, TradesRequest, VenueName } from './types.ts'

/** The code of a venue, in addition to its facts (VenueTraits). One object per venue, in venues/<venue>/adapter.ts. */
export interface VenueAdapter {
  readonly venue: VenueName
  readonly sections: readonly SectionAdapter[]
}

/** Protocol of one section. Must not load ccxt: its objects are passed in. */
export interface SectionAdapter {
  readonly traits: VenueTraits
  /** Creates a reader for one connection (it may hold per-connection state, such as a sequence number). */
  createReader(exchange: CcxtExchange): FrameReader
  /** Points ccxt to other addresses: `ws` and `rest` are bases in ccxt's format. */
  useUrls(exchange: CcxtExchange, urls: SectionUrls): void
  /**
   * Extra fields that ccxt needs to subscribe to a market, in addition to those derived from the listing (id, symbol,
   * base, quote, settle, type, spot, swap, future, contract, linear, inverse, lowercaseId).
   */
  ccxtMarket?(listing: MarketListing): Record<string, unknown>
  /**
   * Subscribes to these markets on the exchange's one connection; all use the same address. Rejects when the connection
   * fails; may never settle. Default: exchange.watchTradesForSymbols(ccxt symbols).
   */
  subscribe?(exchange: CcxtExchange, listings: readonly MarketListing[]): Promise<unknown>
  /** Default: exchange.unWatchTrades(ccxt symbol), ignoring failures. */
  unsubscribe?(exchange: CcxtExchange, listing: MarketListing): Promise<unknown>
  /** Responses do not name a market: they arrive in the order of the requests, including unsubscribe requests. */
  readonly answersInOrder?: true
  /** Sends a heartbeat that the venue answers. Default: ccxt's ping, else a WebSocket ping frame. */
  heartbeat?(exchange: CcxtExchange, client: CcxtClient): unknown

  /** Converts ccxt's description of a market; null for unsupported ones (inactive, options). */
  listing(market: CcxtMarket): MarketListing | null
  /** The default REST address. */
  readonly restBase: string
  /** Pages of past trades; see VenueRest.trades. Requests go through `rest`, which limits, retries and aborts. */
  trades(rest: RestSection, listing: MarketListing, request: TradesRequest): AsyncIterable<TradesPage>
  /** Time of the newest trade according to REST; null without any. Used to detect silent subscriptions. */
  lastTradeMs(rest: RestSection, listing: MarketListing): Promise<number | null>
  /** See VenueRest.minuteVolumes. */
  minuteVolumes?(
    rest: RestSection,
    listing: MarketListing,
    fromTs: number,
    toTs: number,
  ): Promise<ReadonlyMap<number, string>>
}
