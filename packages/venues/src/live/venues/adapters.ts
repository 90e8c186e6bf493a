import type { VenueAdapter } from '../adapter.ts'
import type { VenueName } from '../types.ts'
import { BINANCE_ADAPTER } from './binance/adapter.ts'
import { BYBIT_ADAPTER } from './bybit/adapter.ts'
import { COINBASE_ADAPTER } from './coinbase/adapter.ts'
import { HYPERLIQUID_ADAPTER } from './hyperliquid/adapter.ts'
import { KRAKEN_ADAPTER } from './kraken/adapter.ts'
import { OKX_ADAPTER } from './okx/adapter.ts'

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
