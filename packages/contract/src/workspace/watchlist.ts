import { Type } from 'typebox'
import type { Static } from 'typebox'
import { MAX_WATCHLIST } from './limits.ts'
import { KeptSymbol, Version } from './parts.ts'

/** Data of POST /watchlist, in the user's order. */
export const Watchlist = Type.Object({ version: Version, items: Type.Array(KeptSymbol) })
export type Watchlist = Static<typeof Watchlist>

/** Body of POST /save_watchlist. */
export const SaveWatchlistBody = Type.Object({
  version: Version,
  items: Type.Array(KeptSymbol, { maxItems: MAX_WATCHLIST, uniqueItems: true }),
})
export type SaveWatchlistBody = Static<typeof SaveWatchlistBody>

export const SavedWatchlist = Type.Object({ version: Version })
export type SavedWatchlist = Static<typeof SavedWatchlist>
