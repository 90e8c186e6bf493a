import { workspaceCalls } from '@flowprint/contract'
import type { FastifyPluginAsync } from 'fastify'
import { AppError, addCalls } from '../../platform/http/index.ts'
import {
  findDrawings,
  findLayouts,
  findScans,
  hasSeenTour,
  markTourSeen,
  findWatchlist,
  putWatchlist,
} from './queries/workspace-rows.ts'
import {
  findEarlierVersions,
  findEarlierWorkspace,
  findWorkspace,
  findWorkspaces,
  hasWorkspace,
} from './queries/saved-workspaces.ts'
import { saveDrawings, saveLayout, saveScan } from './commands/save-workspace.ts'
import { saveWorkspace } from './commands/save-workspace-document.ts'
import { cleanName } from './rules/clean-name.ts'
import type { WorkspaceDeps } from './commands/save-workspace.ts'

export type { WorkspaceDeps } from './commands/save-workspace.ts'

/** The calls about drawings, the watchlist, layouts, workspaces and the tour. */
export const workspacePlugin: FastifyPluginAsync<WorkspaceDeps> = async (app, deps) => {
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
    scans: async ({ user }) => ({
      list: (await findScans(pool, user.accountId)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    }),
    saveScan: ({ user, body }) => saveScan(deps, user.accountId, body),
    workspaces: async ({ user }) => ({
      list: (await findWorkspaces(pool, user.accountId)).sort((a, b) => (a.name < b.name ? -1 : 1)).map(withIsoTime),
    }),
    workspace: async ({ user, body }) => {
      const name = cleanName('name', body.name)
      const current = await findWorkspace(pool, user.accountId, name)
      const found =
        body.version === undefined || body.version === current?.version
          ? current
          : await findEarlierWorkspace(pool, user.accountId, name, body.version)
      if (found === null) throw new AppError('NOT_FOUND')
      return { name, ...withIsoTime(found) }
    },
    workspaceVersions: async ({ user, body }) => {
      const name = cleanName('name', body.name)
      if (!(await hasWorkspace(pool, user.accountId, name))) throw new AppError('NOT_FOUND')
      return { list: (await findEarlierVersions(pool, user.accountId, name)).map(withIsoTime) }
    },
    saveWorkspace: ({ user, body }) => saveWorkspace(deps, user.accountId, body),
    tour: async ({ user }) => ({ seen: await hasSeenTour(pool, user.accountId) }),
    finishTour: async ({ user }) => {
      await markTourSeen(pool, user.accountId, clock.now())
      return { seen: true }
    },
  })
}

const withIsoTime = <Row extends { readonly saved_at: Date }>(row: Row) => ({
  ...row,
  saved_at: row.saved_at.toISOString(),
})
