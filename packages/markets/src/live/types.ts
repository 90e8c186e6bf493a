import type { IdRule, Trades } from '@flowprint/orderflow'

/** A venue as symbols name it: the part before the colon. */
export type VenueName = string

/** A market as its exchange lists it. */
export interface MarketListing {
  /** As traders name it: BINANCE:BTCUSDT, BINANCE:BTCUSDT.P (perpetual), BYBIT:BTCUSD.P. */
  readonly symbol: string
  readonly venue: VenueName
  readonly kind: 'spot' | 'perpetual' | 'future'
  /** As menus show it: BTC/USDT. */
  readonly label: string
  /** The exchange's own id of the market (BTCUSDT, BTC-USDT-SWAP), and ccxt's unified symbol (BTC/USDT:USDT). */
  readonly marketId: string
  readonly ccxtSymbol: string
  /** Exact decimal texts from the exchange. The lot is in base units or, with qtyUnit 'contract', in contracts. */
  readonly tickSize: string
  readonly lotSize: string
  readonly qtyUnit: 'base' | 'contract'
  /** With qtyUnit 'contract': what one contract holds, as the exchange writes it (base units, or quote where inverse). */
  readonly contractSize: string | null
  readonly ids: IdRule
}

/** What becomes of one market's stream. Called synchronously, in the turn in which the message arrived. */
export interface FeedListener {
  /** Trades of one message, oldest first; duplicates and trades out of order are the receiver's to deal with. */
  trades(symbol: string, trades: Trades, receivedAtMs: number): void
  /**
   * subscribed: trades from now on are uninterrupted until `lost`. lost: the connection is gone or was given up as
   * silent; whatever traded until the next `subscribed` is unproven, and so is what came before, back to `provenUntilMs`:
   * the receipt, by our clock, of the last message that shows that the market's trades were still coming.
   */
  connection(symbol: string, event: 'subscribed' | 'lost', reason: string, provenUntilMs?: number): void
  /** The connection that carries these symbols is proven alive (heartbeat, or a trade of any of them). */
  alive(symbols: readonly string[], receivedAtMs: number): void
  /** Something was refused: a message that cannot be read, a price that does not divide. Nothing of it was passed on. */
  fault(symbol: string | null, what: string): void
}

/** How a connection fares, for metrics and the back office. */
export interface FeedHealth {
  readonly venue: VenueName
  readonly connections: number
  readonly symbols: number
  /** Ms since any message; null before the first. */
  readonly silentMs: number | null
  readonly reconnects: number
  readonly messages: number
  readonly trades: number
  readonly faults: number
  /** Trades that are no order flow and were left out: block trades, insurance fund. */
  readonly excluded: number
  /** Exchange clock minus ours, ms, from the quickest recent messages; null while unknown. */
  readonly clockSkewMs: number | null
  /** The last thing that went wrong, with its time; null while nothing did. */
  readonly lastFault: { readonly atMs: number; readonly what: string } | null
}

/** The live stream of one venue: as many connections as its markets need. */
export interface VenueFeed {
  readonly venue: VenueName
  /** Subscribes; goes on by itself through every disconnection until `unfollow` or `close`. */
  follow(listing: MarketListing): void
  unfollow(symbol: string): void
  health(): FeedHealth
  close(): Promise<void>
}

/** What REST can be asked for a market's past. */
export interface TradesRequest {
  /** Trades with first id >= fromId; venues that repair by id. */
  readonly fromId?: string
  /** ...and < beforeId. */
  readonly beforeId?: string
  /** [fromTs, toTs) in ms; venues that can only be asked by time, and backfill. */
  readonly fromTs?: number
  readonly toTs?: number
}

/** Answers about the past, within the venue's rate limits with room to spare. */
export interface VenueRest {
  readonly venue: VenueName
  /** Every listed market of the venue that can be followed. */
  listings(): Promise<MarketListing[]>
  /**
   * Trades asked for, a page at a time, oldest page first, each in canonical order. `complete` of the last page says
   * whether the venue could answer for the whole request (a recent window only: false).
   */
  trades(listing: MarketListing, request: TradesRequest, signal?: AbortSignal): AsyncIterable<TradesPage>
  /** Closed 1m candles' base volumes, where the exchange serves them: proof for venues without ids (INDICATORS 11). */
  minuteVolumes?(listing: MarketListing, fromTs: number, toTs: number): Promise<ReadonlyMap<number, string>>
  /** Time of the newest trade the venue knows; null without any. */
  lastTradeMs?(listing: MarketListing, signal?: AbortSignal): Promise<number | null>
  close(): Promise<void>
}

export interface TradesPage {
  readonly trades: Trades
  readonly complete: boolean
}
