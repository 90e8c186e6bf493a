import { archiveSourceOf, type ArchiveSource, type MarketListing, type VenueRest } from '@flowprint/venues'
import { unitRatio, type IdRule } from '@flowprint/orderflow'
import type { Instrument, InstrumentSpec, TapeStore } from '../../store/index.ts'
import { parseSymbol } from '../import/symbol.ts'

/** A market to backfill, and its sources. */
export interface Market {
  readonly symbol: string
  /** In the venue's notation. */
  readonly marketId: string
  /** null: the venue publishes no day files. */
  readonly source: ArchiveSource | null
  /** null: REST is unavailable, or does not list the market. */
  readonly online: { readonly rest: VenueRest; readonly listing: MarketListing } | null
}

/** A market as listed by its exchange. */
export function marketOf(online: { readonly rest: VenueRest; readonly listing: MarketListing }): Market {
  const { listing } = online
  return { symbol: listing.symbol, marketId: listing.marketId, source: archiveSourceOf(listing), online }
}

/**
 * Returns the stored instrument unchanged, or creates one from the exchange's listing or from the units found in a
 * file.
 */
export async function ensureMarket(
  store: TapeStore,
  market: Market,
  found: { readonly units: { readonly tickSize: string; readonly lotSize: string }; readonly ids: IdRule },
): Promise<Instrument> {
  const known = await store.findInstrument(market.symbol)
  if (known !== null) {
    const { tickSize, lotSize } = found.units
    const isSame = unitRatio(known.tickSize, tickSize) === 1n && unitRatio(known.lotSize, lotSize) === 1n
    if (!isSame)
      throw new Error(
        `${market.symbol} was read in ticks of ${tickSize} and lots of ${lotSize}, and its tape goes on in ${known.tickSize} and ${known.lotSize}`,
      )
    return known
  }
  const listing = market.online?.listing
  const parsed = parseSymbol(market.symbol)
  if (parsed === null) throw new Error(`Invariant: ${market.symbol} is a symbol`)
  const spec: InstrumentSpec = {
    ...parsed,
    side: 'given',
    live: false,
    simulated: false,
    ...(listing === undefined
      ? { ...found.units, ids: found.ids, qtyUnit: 'base' as const }
      : {
          label: listing.label,
          tickSize: listing.tickSize,
          lotSize: listing.lotSize,
          qtyUnit: listing.qtyUnit,
          ids: listing.ids,
        }),
  }
  return store.ensureInstrument(spec)
}
