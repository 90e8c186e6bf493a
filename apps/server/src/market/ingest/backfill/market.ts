import { archiveSourceOf } from '@flowprint/venues'
import type { ArchiveSource, MarketListing, VenueRest } from '@flowprint/venues'
import { unitRatio } from '@flowprint/orderflow'
import type { IdRule } from '@flowprint/orderflow'
import type { Instrument, InstrumentSpec, TapeStore } from '../../store/index.ts'
import { parseSymbol } from '../symbol.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { nearestTo } from '../../text.ts'

/** An error the caller must fix: its message is shown without a stack. */
export class BackfillError extends Error {
  override readonly name = 'BackfillError'
}

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

/** Opens a venue's REST API; rejects for unknown venues. null: day files only. */
export type OpenRest = ((venue: string) => Promise<VenueRest>) | null

export interface FoundMarket {
  readonly market: Market
  /** Why REST is not used; null when it is available. */
  readonly offline: string | null
  close(): Promise<void>
}

/**
 * Resolves a symbol by its exchange's listing if reachable, else by its name. Throws BackfillError, with the nearest
 * symbols when the exchange does not list it, or when there is no source to fetch from.
 */
export async function findMarket(symbol: string, store: TapeStore, openRest: OpenRest): Promise<FoundMarket> {
  const parsed = parseSymbol(symbol)
  if (parsed === null)
    throw new BackfillError(`${symbol}: a symbol has the form EXCHANGE:PAIR, like BINANCE:LTCUSDT or BYBIT:BTCUSD.P`)
  const { rest, listings, offline } = await listingsOf(parsed.exchange, openRest)
  const close = async (): Promise<void> => rest?.close()
  const listing = listings?.find((candidate) => candidate.symbol === parsed.symbol)
  if (rest !== null && listing !== undefined) return { market: marketOf({ rest, listing }), offline, close }
  const isStored = (await store.findInstrument(parsed.symbol)) !== null
  if (listings !== null && !isStored) {
    await close()
    const near = nearestTo(
      parsed.symbol,
      listings.map((candidate) => candidate.symbol),
      5,
    )
    throw new BackfillError(`${parsed.exchange} lists no ${parsed.symbol}. Nearest: ${near.join(', ')}`)
  }
  const marketId = parsed.symbol.slice(parsed.exchange.length + 1).replace(/\.P$/, '')
  const source = archiveSourceOf({ venue: parsed.exchange, kind: parsed.kind })
  if (source === null) {
    await close()
    throw new BackfillError(
      `${parsed.symbol}: ${parsed.exchange} publishes no day files that we read, and ${offline ?? 'lists the market no more'}`,
    )
  }
  return {
    market: { symbol: parsed.symbol, marketId, source, online: null },
    offline: offline ?? `${parsed.exchange} lists the market no more`,
    close,
  }
}

async function listingsOf(
  venue: string,
  openRest: OpenRest,
): Promise<{ rest: VenueRest | null; listings: MarketListing[] | null; offline: string | null }> {
  if (openRest === null) return { rest: null, listings: null, offline: 'REST is left out' }
  let rest: VenueRest | null = null
  try {
    rest = await openRest(venue)
    return { rest, listings: await rest.listings(), offline: null }
  } catch (error) {
    await rest?.close().catch(() => {})
    return { rest: null, listings: null, offline: `${venue} does not answer (${messageOf(error).split('\n')[0]})` }
  }
}
