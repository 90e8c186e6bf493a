import type { VenueAdapter, VenueTraits } from './adapter.ts'
import type { VenueName } from './types.ts'
import { BINANCE_ADAPTER } from './venues/binance.ts'
import { BYBIT_ADAPTER } from './venues/bybit.ts'
import { COINBASE_ADAPTER } from './venues/coinbase.ts'
import { HYPERLIQUID_ADAPTER } from './venues/hyperliquid.ts'
import { KRAKEN_ADAPTER } from './venues/kraken.ts'
import { OKX_ADAPTER } from './venues/okx.ts'

/** Venues with a dedicated adapter. Any other uses the generic one (docs/exchanges/adding.md). */
const ADAPTERS: readonly VenueAdapter[] = [
  BINANCE_ADAPTER,
  BYBIT_ADAPTER,
  OKX_ADAPTER,
  COINBASE_ADAPTER,
  HYPERLIQUID_ADAPTER,
  KRAKEN_ADAPTER,
]

/** A venue's adapter, or null if it uses the generic one. */
export function adapterOf(venue: VenueName): VenueAdapter | null {
  return ADAPTERS.find((adapter) => adapter.venue === venue) ?? null
}

/** The table: one row per section of a venue. */
export const VENUE_TRAITS: readonly VenueTraits[] = ADAPTERS.flatMap(({ sections }) =>
  sections.map(({ traits }) => traits),
)

/** The rows of a venue; empty if it has none. */
export function traitsOf(venue: VenueName): readonly VenueTraits[] {
  return VENUE_TRAITS.filter((row) => row.venue === venue)
}
