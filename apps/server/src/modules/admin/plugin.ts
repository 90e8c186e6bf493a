import { adminCalls, EXPORT_LISTS, EXPORT_QUERIES } from '@flowprint/contract'
import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { sendCsv } from '../../platform/csv/index.ts'
import { actorOf, addCalls, limitedTo } from '../../platform/http/index.ts'
import { sessionsOf } from '../accounts/index.ts'
import type { AdminDeps } from './admin-deps.ts'
import { disableUser, grantMembership, recordAction, revokeUserSession, setRole } from './commands/manage-user.ts'
import { exportList } from './queries/export-list.ts'
import type { ExportQuery } from './queries/export-list.ts'
import { listAudit, listUsersFor } from './queries/lists.ts'
import { loadOverview, loadPending } from './queries/load-overview.ts'
import { loadSettings } from './queries/settings.ts'
import { saveSetting } from './commands/save-setting.ts'

/** Of an export whose list is unknown, only that is reported. */
const LIST_ONLY = Type.Object({ list: EXPORT_QUERIES.orders.properties.list }, { additionalProperties: true })

const incomplete = { remark: 'REMARK_MISSING' } as const

export type { AdminDeps } from './admin-deps.ts'

/** The calls of the back office that no other module serves. */
export const adminPlugin: FastifyPluginAsync<AdminDeps> = async (app, deps) => {
  addCalls(app, adminCalls, {
    adminUsers: ({ body }) => listUsersFor(deps, body),
    adminSetRole: { incomplete, handle: (call) => setRole(deps, actorOf(call, deps), call.body) },
    adminGrantDays: { incomplete, handle: (call) => grantMembership(deps, actorOf(call, deps), call.body) },
    adminDisableUser: { incomplete, handle: (call) => disableUser(deps, actorOf(call, deps), call.body) },
    adminUserSessions: ({ user, body }) => sessionsOf(deps.pool, body.user_id, user.sessionId, deps.clock.now()),
    adminRevokeSession: { incomplete, handle: (call) => revokeUserSession(deps, actorOf(call, deps), call.body) },
    adminSettings: () => loadSettings(deps.pool),
    adminSaveSettings: { incomplete, handle: (call) => saveSetting(deps, actorOf(call, deps), call.body) },
    adminAudit: ({ body }) => listAudit(deps, body),
    adminExport: {
      config: limitedTo('export', deps.rateLimitFactor),
      // Accept the filters of the requested list only: a filter of another list would be ignored silently.
      querySchema: ({ list }) => {
        const known = EXPORT_LISTS.find((name) => name === list)
        return known === undefined ? LIST_ONLY : EXPORT_QUERIES[known]
      },
      handle: (call) => {
        const now = deps.clock.now()
        const query = call.query as ExportQuery
        const { list, ...filter } = query
        return sendCsv(
          call.reply,
          `${list}-${new Date(now).toISOString().slice(0, 10)}.csv`,
          exportList(deps.pool, query, now),
          () =>
            // Record who exported the data.
            recordAction(deps.pool, actorOf(call, deps), now, {
              action: 'export',
              objectType: 'list',
              objectId: list,
              before: null,
              after: filter,
            }),
        )
      },
    },
    adminOverview: () => loadOverview(deps),
    adminPending: () => loadPending(deps.pool),
  })
}
