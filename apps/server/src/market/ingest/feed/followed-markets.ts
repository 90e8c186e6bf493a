import type { Pool } from 'pg'
import { VENUE_TRAITS } from '@flowprint/venues'
import type { RestOptions, VenueRest, MarketListing } from '@flowprint/venues'
import { recordAudit } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { withTimeout } from '../../../platform/async/index.ts'
import { messageOf } from '../../../platform/errors/index.ts'
import type { DepthMode } from '../../store/index.ts'
import { DEFAULT_DEPTH_MODE } from '../depth/depth-modes.ts'
import { parseSymbol } from '../symbol.ts'
import { nearestTo } from '../../text.ts'

/**
 * Followed when MARKETS is not set: the most traded pairs, on venues that serve most countries, so that a pair blocked
 * in one region is available from another venue.
 */
const DEFAULT_MARKETS: readonly string[] = [
  'BINANCE:BTCUSDT',
  'BINANCE:ETHUSDT',
  'BINANCE:SOLUSDT',
  'BINANCE:BTCUSDT.P',
  'BINANCE:ETHUSDT.P',
  'OKX:BTCUSDT',
  'OKX:BTCUSDT.P',
  'BYBIT:BTCUSDT.P',
  'BYBIT:ETHUSDT.P',
  'COINBASE:BTCUSD',
  'KRAKEN:BTCUSD',
  'HYPERLIQUID:BTCUSDC.P',
]

/** An operator's change to a symbol at runtime; overrides MARKETS. */
export interface MarketChange {
  readonly symbol: string
  readonly enabled: boolean
  readonly depth: DepthMode
}

/** A symbol and why it is followed, or why it is not although MARKETS contains it. */
export interface FollowedMarket {
  readonly symbol: string
  readonly followed: boolean
  /** env: MARKETS or the built-in list. operator: added or removed by command or call. */
  readonly by: 'env' | 'operator'
  /** What is recorded of its order book. */
  readonly depth: DepthMode
}

/** The administrator who makes a change, and the reason. */
export interface ChangeAuthor {
  readonly accountId: number
  readonly ipHash: Buffer
  readonly remark: string
}

/** Changes made by operators; processes that follow markets apply them within seconds. */
export interface MarketChanges {
  load(): Promise<MarketChange[]>
  /**
   * Saves the change and records it in the audit log. `by`: null for a command on the machine. `depth`: default: as it is.
   */
  save(symbol: string, enabled: boolean, by: ChangeAuthor | null, depth?: DepthMode): Promise<void>
}

export function storedChanges(pool: Pool, clock: Clock): MarketChanges {
  return {
    async load() {
      const { rows } = await pool.query<MarketChange>(
        'select symbol, enabled, depth from followed_market order by symbol',
      )
      return rows
    },
    async save(symbol, enabled, by, depth) {
      await inTransaction(pool, async (client) => {
        const {
          rows: [before],
        } = await client.query<{ enabled: boolean; depth: DepthMode }>(
          'select enabled, depth from followed_market where symbol = $1 for update',
          [symbol],
        )
        await client.query(
          `insert into followed_market (symbol, enabled, depth) values ($1, $2, coalesce($3, $4))
           on conflict (symbol) do update
           set enabled = $2, depth = coalesce($3, followed_market.depth), changed_at = now()`,
          [symbol, enabled, depth ?? null, DEFAULT_DEPTH_MODE],
        )
        await recordAudit(client, {
          at: clock.now(),
          actorId: by?.accountId ?? null,
          ipHash: by?.ipHash ?? null,
          action: 'save_market',
          objectType: 'market',
          objectId: symbol,
          before: before ?? null,
          after: { enabled, ...(depth === undefined ? {} : { depth }), ...(by === null ? {} : { remark: by.remark }) },
        })
      })
    },
  }
}

/** `configured`: MARKETS, null = the built-in list. Ascending by symbol; simulated markets have their own feed. */
export function followedMarkets(
  configured: readonly string[] | null,
  changes: readonly MarketChange[],
): FollowedMarket[] {
  const markets = new Map<string, FollowedMarket>()
  for (const symbol of configured ?? DEFAULT_MARKETS) {
    markets.set(symbol, { symbol, followed: true, by: 'env', depth: DEFAULT_DEPTH_MODE })
  }
  for (const { symbol, enabled, depth } of changes) {
    const by = enabled && markets.has(symbol) ? 'env' : 'operator'
    markets.set(symbol, { symbol, followed: enabled, by, depth })
  }
  return [...markets.values()]
    .filter(({ symbol }) => !symbol.startsWith('DEMO:'))
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

export const venueOf = (symbol: string): string => symbol.slice(0, symbol.indexOf(':'))

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
const TIMEOUT_MS = 15_000

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
    const listings = await withTimeout(rest.listings(), TIMEOUT_MS, () => {
      throw new Error('the exchange does not answer')
    })
    return listings.map(({ symbol }) => symbol)
  } finally {
    await rest.close()
  }
}

/** Persists the last listings of an exchange, for a start while it is unreachable. */
export interface KnownListings {
  load(venue: string): Promise<MarketListing[]>
  save(listings: readonly MarketListing[]): Promise<void>
}

export function storedListings(pool: Pool): KnownListings {
  return {
    async load(venue) {
      const { rows } = await pool.query<{ listing: MarketListing }>(
        'select listing from known_listing where venue = $1',
        [venue],
      )
      return rows.map((row) => row.listing)
    },
    async save(listings) {
      await pool.query(
        `insert into known_listing (symbol, venue, listing)
         select one->>'symbol', one->>'venue', one from jsonb_array_elements($1::jsonb) as one
         on conflict (symbol) do update set listing = excluded.listing, seen_at = now()`,
        [JSON.stringify(listings)],
      )
    },
  }
}

/** Whether the market is unchanged: a stream opened with one listing continues under the other. */
export function isSameMarket(a: MarketListing, b: MarketListing): boolean {
  return (
    a.marketId === b.marketId &&
    a.ccxtSymbol === b.ccxtSymbol &&
    a.tickSize === b.tickSize &&
    a.lotSize === b.lotSize &&
    a.contractSize === b.contractSize &&
    a.ids === b.ids
  )
}
