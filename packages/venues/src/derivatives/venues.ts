import type { MarketListing, VenueName } from '../live/types.ts'
import { belongsTo } from '../depth/venues.ts'
import type { DerivativesAdapter, DerivativesTraits } from './adapter.ts'
import { BINANCE_DERIVATIVES } from './venues/binance.ts'
import { BYBIT_DERIVATIVES } from './venues/bybit.ts'
import { HYPERLIQUID_DERIVATIVES } from './venues/hyperliquid.ts'
import { OKX_DERIVATIVES } from './venues/okx.ts'

const ADAPTERS: readonly DerivativesAdapter[] = [
  ...BINANCE_DERIVATIVES,
  ...BYBIT_DERIVATIVES,
  ...OKX_DERIVATIVES,
  ...HYPERLIQUID_DERIVATIVES,
]

/** The sections of a venue with derivatives data; empty if it has none. */
export function derivativesAdaptersOf(venue: VenueName): readonly DerivativesAdapter[] {
  return ADAPTERS.filter(({ traits }) => traits.venue === venue)
}

/** What a venue publishes of a market's liquidations and statistics; null if nothing. */
export function derivativesTraitsOf(
  listing: Pick<MarketListing, 'venue' | 'kind' | 'ccxtSymbol'>,
): DerivativesTraits | null {
  if (listing.kind === 'spot') return null
  return derivativesAdaptersOf(listing.venue).find(({ traits }) => belongsTo(traits, listing))?.traits ?? null
}
