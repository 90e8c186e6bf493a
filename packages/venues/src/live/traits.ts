import type { VenueName } from './types.ts'
import type { VenueTraits } from './venue-traits.ts'
import { BINANCE_TRAITS } from './venues/binance/traits.ts'
import { BYBIT_TRAITS } from './venues/bybit/traits.ts'
import { COINBASE_TRAITS } from './venues/coinbase/traits.ts'
import { HYPERLIQUID_TRAITS } from './venues/hyperliquid/traits.ts'
import { KRAKEN_TRAITS } from './venues/kraken/traits.ts'
import { OKX_TRAITS } from './venues/okx/traits.ts'

/** The table: one row per section of a venue. */
export const VENUE_TRAITS: readonly VenueTraits[] = [
  ...BINANCE_TRAITS,
  ...BYBIT_TRAITS,
  ...OKX_TRAITS,
  ...COINBASE_TRAITS,
  ...HYPERLIQUID_TRAITS,
  ...KRAKEN_TRAITS,
]

/** The rows of a venue; empty if it has none. */
export function traitsOf(venue: VenueName): readonly VenueTraits[] {
  return VENUE_TRAITS.filter((row) => row.venue === venue)
}
