import type { MarketListing } from '@flowprint/venues'
import type { Pool } from 'pg'

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
