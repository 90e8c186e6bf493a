import { archiveSourceOf, type MarketListing, type VenueRest } from '@flowprint/venues'
import { messageOf } from '../../../platform/errors/index.ts'
import { parseSymbol } from '../import/symbol.ts'
import { nearestTo } from '../../nearest.ts'
import type { TapeStore } from '../../store/index.ts'
import { BackfillError } from './errors.ts'
import { marketOf, type Market } from './market.ts'

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
