import type { MarketListing, VenueUrls } from '@flowprint/venues'
import type { Trades } from '@flowprint/orderflow'
import type { FakeDepth, FakeDepthChange, FakeLevels } from './fake-depth.ts'

/** One market of the fake exchange with its complete tape, oldest first. */
export interface FakeMarket {
  readonly listing: MarketListing
  readonly tape: Trades
  /** The order book at the start; none by default. */
  readonly levels?: FakeLevels
}

/** One trade of the true tape in the venue's decimals. */
export interface FakeTrade {
  readonly market: FakeMarket
  /** Index in the market's tape, from which venues derive message or aggregate numbers. */
  readonly index: number
  readonly ts: number
  readonly price: string
  readonly qty: string
  readonly buy: boolean
  readonly fills: number
  /** Id of the first fill, or the venue's text id. */
  readonly id: string
}

/** What a fake venue can access of one client's WebSocket. */
export interface FakeConnection {
  /** The path it was opened with, such as /market/ws/0. */
  readonly path: string
  /** A per-connection counter, for venues that number messages per connection. */
  nextSequence(): number
  send(text: string): void
  /** Sends the market's trades to this connection from now on; false if there is no such market. */
  subscribe(marketId: string): boolean
  unsubscribe(marketId: string): void
  readonly subscribed: ReadonlySet<string>
  /** Sends the changes of the market's book to this connection from now on; null if it has none. */
  subscribeDepth(marketId: string): FakeDepth | null
  unsubscribeDepth(marketId: string): void
  readonly subscribedDepth: ReadonlySet<string>
}

/** The released part of the tapes: all that REST may return. */
export interface FakeBook {
  readonly markets: readonly FakeMarket[]
  market(marketId: string): FakeMarket | null
  /** Released trades of a market, oldest first, without those whose gap REST cannot fill. */
  released(marketId: string): readonly FakeTrade[]
  /** The order book of a market; null without one. */
  depth(marketId: string): FakeDepth | null
  /** The book as REST shows it: an old one while a fault demands it. */
  depthSnapshot(marketId: string): (FakeLevels & { readonly seq: number; readonly ts: number }) | null
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

/** The server side of a venue's protocol. One per file in venues/; deterministic, without a clock or sockets. */
export interface FakeVenue {
  readonly venue: string
  /** Addresses for the feed and REST, from http://127.0.0.1:port and ws://127.0.0.1:port. */
  urls(http: string, ws: string): VenueUrls
  /**
   * Key of a market within this exchange, used for marketId in these interfaces; its own id by default. For venues
   * whose sections reuse an id.
   */
  keyOf?(listing: MarketListing): string
  /** Whether a WebSocket may be opened at this path; false answers 404. */
  accepts(path: string): boolean
  /** Called when a WebSocket is opened (venues that send a greeting). */
  onOpen?(connection: FakeConnection, book: FakeBook): void
  /** Handles subscriptions, confirmations, pongs. The core answers ping frames. */
  onMessage(connection: FakeConnection, text: string, book: FakeBook): void
  /**
   * Trades of one market that the venue would send together, as messages for a connection; [] on a path without trades
   * (a retired route).
   */
  messages(connection: FakeConnection, trades: readonly FakeTrade[], nowMs: number): string[]
  /** A change of a book as a message for a connection that subscribed it; null on a path without books. */
  depthMessage?(connection: FakeConnection, change: FakeDepthChange, nowMs: number): string | null
  /** Sent to every connection each second of the exchange's clock while it runs; null: nothing. */
  heartbeat?(connection: FakeConnection, nowMs: number): string | null
  /** Announcement that a connection will be closed; null if the venue sends none. */
  farewell(nowMs: number): string | null
  /** REST: markets, trades, time. Null results in 404. */
  rest(request: FakeRequest, book: FakeBook): FakeAnswer | null
}

/** A JSON response. */
export function json(value: unknown, status = 200): FakeAnswer {
  return { status, body: JSON.stringify(value) }
}

/** Parses a client's message; null if it is not JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** ISO time with microseconds; the sub-ms part comes from the trade's index, so that times ascend within a ms. */
export function isoMicros(ms: number, index: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(index % 1000).padStart(3, '0')}Z`
}
