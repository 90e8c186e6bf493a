import type { CcxtClient, CcxtExchange, CcxtMarket } from './ccxt.ts'
import type { SectionUrls } from './options.ts'
import type { MarketListing, TradesPage, TradesRequest, VenueName } from './types.ts'
import type { IdRule } from '@flowprint/orderflow'

/** The code of a venue, in addition to its facts (VenueTraits). One object per venue, in venues/<venue>.ts. */
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

/** Facts about one section of a venue, with their evidence in docs/exchanges. */
export interface VenueTraits {
  readonly venue: VenueName
  /** 'spot', 'usdm', 'linear', 'inverse', 'swap': the markets that share addresses and limits. */
  readonly section: string
  /** The class of ccxt.pro and its options. */
  readonly ccxtId: string
  readonly ccxtOptions: Readonly<Record<string, unknown>>
  /** Whether a market belongs to this section. */
  readonly holds: (listing: Pick<MarketListing, 'kind' | 'ccxtSymbol'>) => boolean
  /** What the ids guarantee (INDICATORS 1), and whether they are numbers below 2^53 or texts. */
  readonly ids: IdRule
  readonly numericIds: boolean
  /** The venue sends the maker's side; its reader inverts it. */
  readonly makerSide: boolean
  /** How a gap is filled by REST: by id exactly, by time, from the recent window only, or not at all. */
  readonly repair: 'id' | 'time' | 'recent' | 'none'
  /** The public archive's name, or null if there is no supported one. */
  readonly archive: string | null
  readonly live: LiveTraits
  readonly rest: RestTraits
}

export interface LiveTraits {
  /** Maximum markets per connection; more are distributed over several. */
  readonly marketsPerConnection: number
  /** Maximum markets per subscribe request. */
  readonly marketsPerRequest: number
  /** Connection attempts allowed in a window, below the venue's limit, across all connections of the section. */
  readonly attempts: { readonly count: number; readonly windowMs: number }
  /** Whether the venue confirms subscriptions; if not, a market counts as subscribed from its first trade. */
  readonly confirms: boolean
  /** The venue closes a connection after this long; null if it does not. */
  readonly connectionLifeMs: number | null
  /** Interval between our heartbeats. */
  readonly heartbeatMs: number
  /** A connection without any message or pong for this long is dropped. */
  readonly silentAfterMs: number
  /** A market without a trade for this long is compared with REST; doubled after each comparison that finds it quiet. */
  readonly quietAfterMs: number
}

export interface RestTraits {
  /** Our weight limit per window: at most 70 % of the documented one. */
  readonly weight: number
  readonly windowMs: number
  /** Trades per page. */
  readonly pageRows: number
  /** How far back REST serves trades, ms; null: unlimited. */
  readonly reachMs: number | null
}

/** Receives what a reader finds in one raw message. All calls happen in the turn in which the message arrived. */
export interface FrameSink {
  /**
   * One aggressor trade, oldest first within the message (the reader reverses newest-first venues).
   *
   * marketId  as the venue writes it.
   * ts        exchange time, ms, floored.
   * price, qty  the venue's text, never formatted from a double.
   * buy       the aggressor bought.
   * fills     fills merged into the trade, >= 1.
   * id        of the FIRST fill where the venue numbers its trades; otherwise the venue's text id.
   */
  trade(
    marketId: string,
    ts: number,
    price: string,
    qty: string,
    buy: boolean,
    fills: number,
    id: string | number,
  ): void
  /** Trades that are not order flow of the market (block trades, insurance fund) were excluded. */
  excluded(marketId: string, count: number): void
  /** The message proves the connection alive; with the venue's send time if the message has one, else null. */
  alive(exchangeTimeMs: number | null): void
  /** The venue confirmed a subscription: of that market, or, if null, the oldest pending request. */
  acknowledged(marketId: string | null): void
  /** The venue refused a subscription: of that market, or, if null, the oldest pending request. */
  refused(marketId: string | null, what: string): void
  /** The venue announced that it will close the connection (serverShutdown, notice). */
  closing(): void
  /** The message contains trades but cannot be parsed: nothing of it is emitted. */
  fault(what: string): void
}

/**
 * Reads one raw message of a venue section. No side effects except on the sink.
 *
 * Output  true: the message contained trades and is handled. False: it is passed to ccxt (confirmations, pongs,
 *         errors), regardless of sink calls.
 */
export type FrameReader = (text: string, sink: FrameSink) => boolean

/** Query parameters; undefined ones are omitted. */
export type RestQuery = Readonly<Record<string, string | number | undefined>>

export interface RestRequest {
  /** From the root: /api/v3/aggTrades. */
  readonly path: string
  readonly query?: RestQuery
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown
  /** Weight of the request in the section's budget; 1 by default. */
  readonly weight?: number
}

/**
 * REST access to one section within its limits: waits for its budget, retries transient failures, stops when the caller
 * aborts.
 */
export interface RestSection {
  readonly signal: AbortSignal | undefined
  readonly clock: () => number
  /**
   * The raw text of the response.
   *
   * Throws  RestRefusal for a permanent failure (4xx except 429 and 418); the last failure when all attempts are used
   *         up; the signal's reason when the caller aborted.
   */
  text(request: RestRequest): Promise<string>
  /** The response parsed by JSON.parse: only where every relevant number is sent as text or is a safe integer. */
  json(request: RestRequest): Promise<unknown>
}

/** The venue rejected the request. */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
