import {
  Drawings,
  DrawingsBody,
  Layouts,
  SaveDrawingsBody,
  SaveLayoutBody,
  SaveWatchlistBody,
  SavedDrawings,
  SavedLayout,
  SavedWatchlist,
  Tour,
  Watchlist,
} from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, addJsonCall } from '../../../platform/http/index.ts'
import { findDrawings } from '../repository/drawing-rows.ts'
import { findLayouts } from '../repository/layout-rows.ts'
import { hasSeenTour, markTourSeen } from '../repository/tour-rows.ts'
import { findWatchlist, putWatchlist } from '../repository/watchlist-rows.ts'
import { saveDrawings } from '../save-drawings.ts'
import { saveLayout } from '../save-layout.ts'
import type { WorkspaceDeps } from '../workspace-deps.ts'

/** Fits the maximum number of drawings of a symbol, with texts in any script. */
const DRAWINGS_BYTES = 1024 * 1024

/** Routes for users' own drawings, watchlists and layouts (CONTRACT 2). */
export function addWorkspaceCalls(app: FastifyInstance, deps: WorkspaceDeps): void {
  const { pool, clock } = deps
  const tag = 'workspace'
  addJsonCall(
    app,
    '/api/drawings',
    { tag, summary: 'Get the drawings on a symbol', body: DrawingsBody, data: Drawings },
    async ({ accountId }, { symbol }) =>
      (await findDrawings(pool, accountId, symbol)) ?? { symbol, version: 0, items: [] },
  )
  addJsonCall(
    app,
    '/api/save_drawings',
    {
      tag,
      summary: 'Save the drawings on a symbol',
      body: SaveDrawingsBody,
      data: SavedDrawings,
      bodyLimit: DRAWINGS_BYTES,
    },
    ({ accountId }, body) => saveDrawings(deps, accountId, body),
  )
  addJsonCall(
    app,
    '/api/watchlist',
    { tag, summary: 'Get the watchlist', data: Watchlist },
    async ({ accountId }) => (await findWatchlist(pool, accountId)) ?? { version: 0, items: [] },
  )
  addJsonCall(
    app,
    '/api/save_watchlist',
    { tag, summary: 'Save the watchlist', body: SaveWatchlistBody, data: SavedWatchlist },
    async ({ accountId }, body) => {
      const version = await putWatchlist(pool, accountId, body, clock.now())
      if (version === null) throw new AppError('STALE_VERSION')
      return { version }
    },
  )
  addJsonCall(app, '/api/layouts', { tag, summary: 'List saved layouts', data: Layouts }, async ({ accountId }) => ({
    list: (await findLayouts(pool, accountId)).sort((a, b) => (a.name < b.name ? -1 : 1)),
  }))
  addJsonCall(
    app,
    '/api/save_layout',
    { tag, summary: 'Create, update, rename or delete a layout', body: SaveLayoutBody, data: SavedLayout },
    ({ accountId }, body) => saveLayout(deps, accountId, body),
  )
  addJsonCall(
    app,
    '/api/tour',
    { tag, summary: 'Get whether the account has seen the chart tour', data: Tour },
    async ({ accountId }) => ({ seen: await hasSeenTour(pool, accountId) }),
  )
  addJsonCall(
    app,
    '/api/finish_tour',
    { tag, summary: 'Mark the chart tour as finished or skipped', data: Tour },
    async ({ accountId }) => {
      await markTourSeen(pool, accountId, clock.now())
      return { seen: true }
    },
  )
}
