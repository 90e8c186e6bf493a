import { VENUE_TRAITS } from '@flowprint/venues'
import type { RestOptions, VenueRest } from '@flowprint/venues'
import { withTimeout } from '../../../platform/async/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import { parseSymbol } from '../import/index.ts'
import { nearestTo } from '../rules/nearest.ts'
import { DEFAULT_MARKETS } from './default-markets.ts'

/**
 * Whether a symbol can be followed. unlisted: the exchange does not list it, or does not exist. unchecked: the exchange
 * could not be reached; the market will be followed once it answers, if listed.
 */
export type MarketCheck =
  | { readonly kind: 'listed'; readonly symbol: string }
  | { readonly kind: 'unlisted'; readonly symbol: string; readonly nearest: readonly string[] }
  | { readonly kind: 'unchecked'; readonly symbol: string; readonly why: string }

export interface CheckOptions {
  readonly openRest: (venue: string, options: RestOptions) => Promise<VenueRest>
  /** Symbols of the exchange known to this process's feeds; null when unknown. */
  readonly listed: (venue: string) => readonly string[] | null
  readonly urls: Readonly<Record<string, RestOptions['urls']>>
}

const SHOWN = 5
const PATIENCE_MS = 15_000

/** Checks the symbol with its exchange. The result contains the symbol in canonical notation. */
export async function checkMarket(text: string, options: CheckOptions): Promise<MarketCheck> {
  const parsed = parseSymbol(text)
  const symbol = parsed?.symbol ?? text
  const nearest = (known: readonly string[]): MarketCheck => ({
    kind: 'unlisted',
    symbol,
    nearest: nearestTo(symbol, known, SHOWN),
  })
  if (parsed === null || parsed.kind === 'simulated') return nearest(DEFAULT_MARKETS)
  const known = options.listed(parsed.exchange)
  if (known !== null) return known.includes(symbol) ? { kind: 'listed', symbol } : nearest(known)
  try {
    const listed = await listingsOf(parsed.exchange, options)
    return listed.includes(symbol) ? { kind: 'listed', symbol } : nearest(listed)
  } catch (error) {
    if (error instanceof RangeError)
      return nearest([...new Set(VENUE_TRAITS.map(({ venue }) => symbol.replace(parsed.exchange, venue)))])
    return { kind: 'unchecked', symbol, why: messageOf(error).split('\n')[0] }
  }
}

async function listingsOf(venue: string, { openRest, urls }: CheckOptions): Promise<string[]> {
  const rest = await openRest(venue, { attempts: 2, ...(urls[venue] === undefined ? {} : { urls: urls[venue] }) })
  try {
    const listings = await withTimeout(rest.listings(), PATIENCE_MS, () => {
      throw new Error('the exchange does not answer')
    })
    return listings.map(({ symbol }) => symbol)
  } finally {
    await rest.close()
  }
}
