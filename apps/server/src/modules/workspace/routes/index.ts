import {
  Drawings, DrawingsBody, Layouts, SaveDrawingsBody, SaveLayoutBody, SaveWatchlistBody, SavedDrawings, SavedLayout, SavedWatchlist, Watchlist,
} from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/http/index.ts'
import { findDrawings } from '../repository/drawing-rows.ts'
import { findLayouts } from '../repository/layout-rows.ts'
import { findWatchlist, putWatchlist } from '../repository/watchlist-rows.ts'
import { saveDrawings } from '../save-drawings.ts'
import { saveLayout } from '../save-layout.ts'
import type { WorkspaceDeps } from '../workspace-deps.ts'
import { addKeptRoute } from './kept-route.ts'

/** As many drawings as one symbol may have, with texts in any script. */
const DRAWINGS_BYTES = 1024 * 1024

/** What a user keeps of their own (CONTRACT 2): drawings, watchlist, layouts. */
export function addWorkspaceCalls(app: FastifyInstance, deps: WorkspaceDeps): void {
  const { pool, clock } = deps
  addKeptRoute(app, '/api/drawings', { summary: 'What is drawn on a symbol', body: DrawingsBody, data: Drawings },
    async (accountId, { symbol }) => (await findDrawings(pool, accountId, symbol)) ?? { symbol, version: 0, items: [] })
  addKeptRoute(app, '/api/save_drawings',
    { summary: 'Keep what is drawn on a symbol', body: SaveDrawingsBody, data: SavedDrawings, bodyLimit: DRAWINGS_BYTES },
    (accountId, body) => saveDrawings(deps, accountId, body))
  addKeptRoute(app, '/api/watchlist', { summary: 'The watchlist', data: Watchlist },
    async (accountId) => (await findWatchlist(pool, accountId)) ?? { version: 0, items: [] })
  addKeptRoute(app, '/api/save_watchlist', { summary: 'Keep the watchlist', body: SaveWatchlistBody, data: SavedWatchlist },
    async (accountId, body) => {
      const version = await putWatchlist(pool, accountId, body, clock.now())
      if (version === null) throw new AppError('STALE_VERSION')
      return { version }
    })
  addKeptRoute(app, '/api/layouts', { summary: 'Saved layouts of the page', data: Layouts },
    async (accountId) => ({ list: (await findLayouts(pool, accountId)).sort((a, b) => (a.name < b.name ? -1 : 1)) }))
  addKeptRoute(app, '/api/save_layout', { summary: 'Make, change, rename or delete a layout', body: SaveLayoutBody, data: SavedLayout },
    (accountId, body) => saveLayout(deps, accountId, body))
}
