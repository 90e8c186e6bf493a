import type { MarketListing } from '@flowprint/venues'
import type { Trades } from '@flowprint/orderflow'

/** A level in the venue's decimals. In a change the quantity 0 removes it. */
export type FakeLevel = readonly [price: string, qty: string]

export interface FakeLevels {
  readonly bids: readonly FakeLevel[]
  readonly asks: readonly FakeLevel[]
}

/** One market of the fake exchange with its complete tape, oldest first. */
export interface FakeMarket {
  readonly listing: MarketListing
  readonly tape: Trades
  /** The order book at the start; none by default. */
  readonly levels?: FakeLevels
}
