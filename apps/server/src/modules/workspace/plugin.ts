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
import { countMoments, deleteMoment, findMoment, findMoments } from './queries/moments.ts'
import { saveDrawings, saveLayout, saveScan } from './commands/save-workspace.ts'
import { saveMoment } from './commands/save-moment.ts'
import { saveWorkspace } from './commands/save-workspace-document.ts'
import { cleanName } from './rules/clean-name.ts'
import type { WorkspaceDeps } from './commands/save-workspace.ts'

export type { WorkspaceDeps } from './commands/save-workspace.ts'

/** The calls about drawings, the watchlist, layouts, workspaces, moments and the tour. */
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
    moments: async ({ user, body: { page_cur = 1, page_size = 10 } }) => {
      const page = { from: (page_cur - 1) * page_size, size: page_size }
      const [list, total] = await Promise.all([
        findMoments(pool, user.accountId, page),
        countMoments(pool, user.accountId),
      ])
      return { list: list.map(withIsoCreation), total, page_cur, page_size }
    },
    saveMoment: ({ user, body }) => saveMoment(deps, user.accountId, body),
    moment: async ({ request, body: { id } }) => {
      const found = await findMoment(pool, id)
      // Deleted and unknown look the same.
      if (found === null) throw new AppError('NOT_FOUND')
      const { delayMs } = request.access
      const waitMs = Math.max(0, found.content.cutoff.t + delayMs - clock.now())
      return { ...withIsoCreation(found), delay_ms: delayMs, wait_ms: waitMs }
    },
    deleteMoment: async ({ user, body: { id } }) => {
      if (!(await deleteMoment(pool, user.accountId, id))) throw new AppError('NOT_FOUND')
      return {}
    },
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

const withIsoCreation = <Row extends { readonly created_at: Date }>(row: Row) => ({
  ...row,
  created_at: row.created_at.toISOString(),
})
