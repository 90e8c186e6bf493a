import type { IdRule, Trades } from '@flowprint/orderflow'

/** A venue as in symbols: the part before the colon. */
export type VenueName = string

/** A market as listed by its exchange. */
export interface MarketListing {
  /** Our symbol: BINANCE:BTCUSDT, BINANCE:BTCUSDT.P (perpetual), BYBIT:BTCUSD.P. */
  readonly symbol: string
  readonly venue: VenueName
  readonly kind: 'spot' | 'perpetual' | 'future'
  /** Display name: BTC/USDT. */
  readonly label: string
  /** The exchange's own id of the market (BTCUSDT, BTC-USDT-SWAP), and ccxt's unified symbol (BTC/USDT:USDT). */
  readonly marketId: string
  readonly ccxtSymbol: string
  /** Exact decimal texts from the exchange. The lot is in base units or, with qtyUnit 'contract', in contracts. */
  readonly tickSize: string
  readonly lotSize: string
  readonly qtyUnit: 'base' | 'contract'
  /** With qtyUnit 'contract': the size of one contract, as the exchange writes it (base units, or quote if inverse). */
  readonly contractSize: string | null
  readonly ids: IdRule
}

/** Events of a market's stream. Called synchronously, in the turn in which the message arrived. */
export interface FeedListener {
  /** Trades of one message, oldest first; the receiver handles duplicates and out-of-order trades. */
  trades(symbol: string, trades: Trades, receivedAtMs: number): void
  /**
   * subscribed: trades from now on are uninterrupted until `lost`. lost: the connection closed or was dropped as
   * silent; trades until the next `subscribed` are unproven, and so are earlier ones back to `provenUntilMs`: the
   * receipt, by our clock, of the last message that proves the market's trades were still arriving.
   */
  connection(symbol: string, event: 'subscribed' | 'lost', reason: string, provenUntilMs?: number): void
  /** The connection of these symbols is proven alive (heartbeat, or a trade of any of them). */
  alive(symbols: readonly string[], receivedAtMs: number): void
  /**
   * Something was rejected: a message that cannot be parsed, a price that is not a multiple of the tick. Nothing of it
   * was emitted.
   */
  fault(symbol: string | null, what: string): void
}

/** Health of a connection, for metrics and the back office. */
export interface FeedHealth {
  readonly venue: VenueName
  readonly connections: number
  readonly symbols: number
  /** Ms since the last message; null before the first. */
  readonly silentMs: number | null
  readonly reconnects: number
  readonly messages: number
  readonly trades: number
  readonly faults: number
  /** Excluded trades that are not order flow: block trades, insurance fund. */
  readonly excluded: number
  /** Exchange clock minus ours, ms, from the fastest recent messages; null if unknown. */
  readonly clockSkewMs: number | null
  /** The last fault with its time; null without one. */
  readonly lastFault: { readonly atMs: number; readonly what: string } | null
}

/** The live stream of one venue: as many connections as its markets need. */
export interface VenueFeed {
  readonly venue: VenueName
  /** Subscribes, and reconnects after every disconnection until `unfollow` or `close`. */
  follow(listing: MarketListing): void
  unfollow(symbol: string): void
  health(): FeedHealth
  close(): Promise<void>
}

/** A request for a market's past trades. */
export interface TradesRequest {
  /** Trades with first id >= fromId; venues that repair by id. */
  readonly fromId?: string
  /** ...and < beforeId. */
  readonly beforeId?: string
  /** [fromTs, toTs) in ms; for venues without requests by id, and for backfill. */
  readonly fromTs?: number
  readonly toTs?: number
}

/** Historical data, requested well within the venue's rate limits. */
export interface VenueRest {
  readonly venue: VenueName
  /** Every listed market of the venue that can be followed. */
  listings(): Promise<MarketListing[]>
  /**
   * The requested trades, page by page, oldest page first, each in canonical order. `complete` of the last page tells
   * whether the venue could serve the whole request (recent window only: false).
   */
  trades(listing: MarketListing, request: TradesRequest, signal?: AbortSignal): AsyncIterable<TradesPage>
  /** Base volumes of closed 1m candles, if the exchange serves them: proof for venues without ids (INDICATORS 11). */
  minuteVolumes?(listing: MarketListing, fromTs: number, toTs: number): Promise<ReadonlyMap<number, string>>
  /** Time of the newest trade the venue knows; null without any. */
  lastTradeMs?(listing: MarketListing, signal?: AbortSignal): Promise<number | null>
  close(): Promise<void>
}

export interface TradesPage {
  readonly trades: Trades
  readonly complete: boolean
}
