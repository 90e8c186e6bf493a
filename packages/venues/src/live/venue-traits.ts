import type { IdRule } from '@flowprint/orderflow'
import type { MarketListing, VenueName } from './types.ts'

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
