import { workspaceCalls } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { AppError, addCalls } from '../../../platform/http/index.ts'
import { findDrawings } from '../repository/drawing-rows.ts'
import { findLayouts } from '../repository/layout-rows.ts'
import { hasSeenTour, markTourSeen } from '../repository/tour-rows.ts'
import { findWatchlist, putWatchlist } from '../repository/watchlist-rows.ts'
import { saveDrawings } from '../save-drawings.ts'
import { saveLayout } from '../save-layout.ts'
import type { WorkspaceDeps } from '../workspace-deps.ts'

export function addWorkspaceCalls(app: FastifyInstance, deps: WorkspaceDeps): void {
  const { pool, clock } = deps
  addCalls(app, workspaceCalls, {
    drawings: async ({ user, body: { symbol } }) =>
      (await findDrawings(pool, user.accountId, symbol)) ?? { symbol, version: 0, items: [] },
    saveDrawings: ({ user, body }) => saveDrawings(deps, user.accountId, body),
    watchlist: async ({ user }) => (await findWatchlist(pool, user.accountId)) ?? { version: 0, items: [] },
    saveWatchlist: async ({ user, body }) => {
      const version = await putWatchlist(pool, user.accountId, body, clock.now())
      if (version === null) throw new AppError('STALE_VERSION')
      return { version }
    },
    layouts: async ({ user }) => ({
      list: (await findLayouts(pool, user.accountId)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    }),
    saveLayout: ({ user, body }) => saveLayout(deps, user.accountId, body),
    tour: async ({ user }) => ({ seen: await hasSeenTour(pool, user.accountId) }),
    finishTour: async ({ user }) => {
      await markTourSeen(pool, user.accountId, clock.now())
      return { seen: true }
    },
  })
}
