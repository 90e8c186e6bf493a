import type { MarketListing, VenueName } from '../live/types.ts'
import { traitsOf } from '../live/venues.ts'
import type { DepthAdapter, DepthTraits } from './adapter.ts'
import { BINANCE_DEPTH } from './venues/binance.ts'
import { BYBIT_DEPTH } from './venues/bybit.ts'
import { COINBASE_DEPTH } from './venues/coinbase.ts'
import { HYPERLIQUID_DEPTH } from './venues/hyperliquid.ts'
import { KRAKEN_DEPTH } from './venues/kraken.ts'
import { OKX_DEPTH } from './venues/okx.ts'

/** Sections with order books. Venues without a dedicated adapter have none. */
const ADAPTERS: readonly DepthAdapter[] = [
  ...BINANCE_DEPTH,
  ...BYBIT_DEPTH,
  ...OKX_DEPTH,
  ...COINBASE_DEPTH,
  ...HYPERLIQUID_DEPTH,
  ...KRAKEN_DEPTH,
]

/** The table: one row per section with order books. */
export const DEPTH_TRAITS: readonly DepthTraits[] = ADAPTERS.map(({ traits }) => traits)

/** The sections of a venue with order books; empty if it has none. */
export function depthAdaptersOf(venue: VenueName): readonly DepthAdapter[] {
  return ADAPTERS.filter(({ traits }) => traits.venue === venue)
}

/** How the order book of a market is recorded; null if it cannot be. */
export function depthTraitsOf(listing: Pick<MarketListing, 'venue' | 'kind' | 'ccxtSymbol'>): DepthTraits | null {
  return DEPTH_TRAITS.find((traits) => traits.venue === listing.venue && belongsTo(traits, listing)) ?? null
}

/** Whether a market belongs to the section. */
export function belongsTo(
  { venue, section }: Pick<DepthTraits, 'venue' | 'section'>,
  listing: Pick<MarketListing, 'kind' | 'ccxtSymbol'>,
): boolean {
  return traitsOf(venue).some((row) => row.section === section && row.holds(listing))
}
