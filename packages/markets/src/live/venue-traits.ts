import type { IdRule } from '@flowprint/orderflow'
import type { MarketListing, VenueName } from './types.ts'

/** What we know of one section of a venue: facts only, with their evidence in docs/exchanges. */
export interface VenueTraits {
  readonly venue: VenueName
  /** 'spot', 'usdm', 'linear', 'inverse', 'swap': the markets that share addresses and limits. */
  readonly section: string
  /** The class of ccxt.pro and its options. */
  readonly ccxtId: string
  readonly ccxtOptions: Readonly<Record<string, unknown>>
  /** Whether a market belongs to this section. */
  readonly holds: (listing: Pick<MarketListing, 'kind' | 'ccxtSymbol'>) => boolean
  /** What the ids promise (INDICATORS 1), and whether they are numbers below 2^53 or texts. */
  readonly ids: IdRule
  readonly numericIds: boolean
  /** The venue names the maker's side; its reader turns it round. */
  readonly makerSide: boolean
  /** How a gap is filled by REST: by id exactly, by time, from the recent window only, or not at all. */
  readonly repair: 'id' | 'time' | 'recent' | 'none'
  /** The public archive's name, or null where there is none we read. */
  readonly archive: string | null
  readonly live: LiveTraits
  readonly rest: RestTraits
}

export interface LiveTraits {
  /** Markets of one connection; more are spread over several. */
  readonly marketsPerConnection: number
  /** Markets of one subscribe request. */
  readonly marketsPerRequest: number
  /** Attempts to connect allowed in a window, with room to spare, over all connections of the section. */
  readonly attempts: { readonly count: number; readonly windowMs: number }
  /** The venue confirms subscriptions; where it does not, a market counts as subscribed from its first trade. */
  readonly confirms: boolean
  /** The venue ends a connection after this long; null where it does not. */
  readonly connectionLifeMs: number | null
  /** Time between two heartbeats of ours. */
  readonly heartbeatMs: number
  /** A connection without any message or pong for this long is given up. */
  readonly silentAfterMs: number
  /** A market without a trade for this long is compared with REST; doubled after each comparison that finds it quiet. */
  readonly quietAfterMs: number
}

export interface RestTraits {
  /** Weight we allow ourselves in a window: at most 70 % of what the venue documents. */
  readonly weight: number
  readonly windowMs: number
  /** Rows of one page of trades. */
  readonly pageRows: number
  /** How far back REST serves trades, ms; null: as far as it knows. */
  readonly reachMs: number | null
}
