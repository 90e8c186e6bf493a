import type { MarketListing, VenueUrls } from '@flowprint/markets'
import type { Trades } from '@flowprint/orderflow'

/** One market of the fake exchange with its whole true tape, oldest first. */
export interface FakeMarket {
  readonly listing: MarketListing
  readonly tape: Trades
}

/** One trade of the true tape in the venue's decimals. */
export interface FakeTrade {
  readonly market: FakeMarket
  /** Position in the market's tape: what venues number their messages or aggregates by. */
  readonly index: number
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
  readonly fills: number
  /** Id of the first fill, or the venue's text id. */
  readonly id: string
}

/** What a fake venue may know of one client's WebSocket. */
export interface FakeConnection {
  /** The path it was opened with, such as /market/ws/0. */
  readonly path: string
  /** A counter of its own for venues that number messages per connection. */
  nextSequence(): number
  send(text: string): void
  /** From now on its trades go to this connection; false when there is no such market. */
  subscribe(marketId: string): boolean
  unsubscribe(marketId: string): void
  readonly subscribed: ReadonlySet<string>
}

/** What was released of the tapes so far: all that REST may answer with. */
export interface FakeBook {
  readonly markets: readonly FakeMarket[]
  market(marketId: string): FakeMarket | null
  /** Trades released of a market, oldest first; those whose gap REST cannot fill are left out. */
  released(marketId: string): readonly FakeTrade[]
  /** The exchange's clock, ms. */
  nowMs(): number
}

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

export interface FakeAnswer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A venue's protocol as a server speaks it. One per file in venues/; deterministic, without clock or sockets of its own. */
export interface FakeVenue {
  readonly venue: string
  /** The addresses a feed and REST must be given, from http://127.0.0.1:port and ws://127.0.0.1:port. */
  urls(http: string, ws: string): VenueUrls
  /**
   * Names a market within this exchange, wherever the interfaces here say marketId; its own id by default. For venues
   * whose sections give two markets one id.
   */
  keyOf?(listing: MarketListing): string
  /** Whether a WebSocket may be opened at this path; false answers 404. */
  accepts(path: string): boolean
  /** A WebSocket was opened (venues that greet). */
  onOpen?(connection: FakeConnection, book: FakeBook): void
  /** Subscribing, confirmations, pongs. Ping frames are answered by the core. */
  onMessage(connection: FakeConnection, text: string, book: FakeBook): void
  /**
   * Trades of one market that the venue would send together, as the messages a connection gets; [] on a path that carries
   * no trades (a retired route).
   */
  messages(connection: FakeConnection, trades: readonly FakeTrade[], nowMs: number): string[]
  /** Sent to every connection each second of the exchange's clock while it runs; null: nothing. */
  heartbeat?(connection: FakeConnection, nowMs: number): string | null
  /** The announcement that a connection will be closed; null where the venue makes none. */
  farewell(nowMs: number): string | null
  /** REST: markets, trades, time. Null is answered 404. */
  rest(request: FakeRequest, book: FakeBook): FakeAnswer | null
}
