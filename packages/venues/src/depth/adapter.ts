import type { BookProof } from '@flowprint/orderflow'
import type { RestSection } from '../live/adapter.ts'
import type { SectionUrls } from '../live/options.ts'
import type { MarketListing, VenueName } from '../live/types.ts'
import type { WindowRule } from './book-builder.ts'
import type { BookRule } from './book-rule.ts'

/** Facts about the order books of a section, with their evidence in docs/exchanges. */
export interface DepthTraits {
  readonly venue: VenueName
  /** Of VenueTraits; also decides which markets belong to it. */
  readonly section: string
  /** Channel, for docs and logs: `@depth@100ms`. */
  readonly channel: string
  /** Strongest proof that a run can have. */
  readonly proof: BookProof
  readonly window: WindowRule
  /** Where the book comes from: a REST call, or the subscription itself. */
  readonly snapshot: 'rest' | 'in band'
  /**
   * How a lost book is synced again, where it comes with the subscription: by subscribing again, or on a new connection, if
   * what proves it belongs to the connection.
   */
  readonly resync: 'resubscribe' | 'reconnect'
  readonly marketsPerConnection: number
  /** Minimum interval between two requests on a connection. */
  readonly requestEveryMs: number
  readonly attempts: { readonly count: number; readonly windowMs: number }
  readonly connectionLifeMs: number | null
  readonly heartbeatMs: number
  readonly silentAfterMs: number
  /** Our weight limit of snapshots, in addition to that of trades; null without REST. */
  readonly rest: { readonly weight: number; readonly windowMs: number } | null
}

/** What a message says about subscriptions. Markets: by the venue's id, by our request id, or the connection's only one. */
export interface ControlSink {
  confirmed(market: string | number | null): void
  refused(market: string | number | null, what: string): void
  /** The venue announced that it will close the connection. */
  closing(): void
}

/** Depth protocol of one section of a venue. */
export interface DepthAdapter {
  readonly traits: DepthTraits
  createRule(listing: MarketListing): BookRule
  /** The address to connect to. */
  url(urls: SectionUrls | undefined): string
  /** Messages that subscribe one market. */
  subscribe(listing: MarketListing, requestId: number): readonly string[]
  unsubscribe(listing: MarketListing, requestId: number): readonly string[]
  /** A heartbeat that the venue answers; null: a WebSocket ping. */
  readonly heartbeat: string | null
  /** Parses a message; null for texts that are not JSON objects. Default: JSON.parse. */
  parse?(text: string): Readonly<Record<string, unknown>> | null
  /** The venue's id of the market whose book the message concerns, or null; other meanings go to the sink. */
  route(message: Readonly<Record<string, unknown>>, sink: ControlSink): string | null
  /** Rules need every message of the connection, because the venue numbers them together. One market per connection. */
  readonly numbersConnection?: true
  /** The raw text of the venue's snapshot. */
  fetchSnapshot?(rest: RestSection, listing: MarketListing): Promise<string>
  readonly restBase?: string
}
