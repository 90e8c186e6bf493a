import {
  AdminAudit,
  AdminAuditBody,
  AdminDisableUserBody,
  AdminGrantDaysBody,
  AdminOverview,
  AdminPending,
  AdminRevokeSessionBody,
  AdminSaveSettingsBody,
  AdminSetRoleBody,
  AdminUsers,
  AdminUsersBody,
  AdminUserSessionsBody,
  BusinessSettings,
  DaysGranted,
  Done,
  RoleSet,
  Sessions,
  UserDisabled,
} from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { addJsonCall } from '../../../platform/http/index.ts'
import { sessionsOf } from '../../accounts/index.ts'
import type { AdminDeps } from '../admin-deps.ts'
import { disableUser } from '../disable-user.ts'
import { grantMembership } from '../grant-membership.ts'
import { listAudit } from '../list-audit.ts'
import { listUsersFor } from '../list-users.ts'
import { loadOverview } from '../load-overview.ts'
import { loadPending } from '../load-pending.ts'
import { loadSettings } from '../load-settings.ts'
import { revokeUserSession } from '../revoke-user-session.ts'
import { saveSetting } from '../save-setting.ts'
import { setRole } from '../set-role.ts'
import { actorOf } from './actor-of.ts'
import { addAdminExport } from './admin-export.ts'

/** Back office routes, except those of orders and dividends, which their modules register (CONTRACT 2). */
export function addAdminCalls(app: FastifyInstance, deps: AdminDeps): void {
  const tag = 'admin'
  const incomplete = { remark: 'REMARK_MISSING' } as const
  addJsonCall(
    app,
    '/api/admin_users',
    { tag, summary: 'List users, newest first', body: AdminUsersBody, data: AdminUsers },
    (_who, body) => listUsersFor(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_set_role',
    {
      tag,
      summary: 'Set the role of a user; losing a right ends the sessions',
      body: AdminSetRoleBody,
      data: RoleSet,
      incomplete,
    },
    (_who, body, request) => setRole(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_grant_days',
    { tag, summary: 'Grant days of membership', body: AdminGrantDaysBody, data: DaysGranted, incomplete },
    (_who, body, request) => grantMembership(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_disable_user',
    {
      tag,
      summary: 'Disable or enable a user',
      body: AdminDisableUserBody,
      data: UserDisabled,
      incomplete,
    },
    (_who, body, request) => disableUser(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_user_sessions',
    { tag, summary: 'List the sessions of a user', body: AdminUserSessionsBody, data: Sessions },
    ({ sessionId }, { user_id }) => sessionsOf(deps.pool, user_id, sessionId, deps.clock.now()),
  )
  addJsonCall(
    app,
    '/api/admin_revoke_session',
    { tag, summary: 'End a session of a user', body: AdminRevokeSessionBody, data: Done, incomplete },
    (_who, body, request) => revokeUserSession(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_settings',
    { tag, summary: 'Get the settings and their history', data: BusinessSettings },
    () => loadSettings(deps.pool),
  )
  addJsonCall(
    app,
    '/api/admin_save_settings',
    { tag, summary: 'Change a setting from now on', body: AdminSaveSettingsBody, data: BusinessSettings, incomplete },
    (_who, body, request) => saveSetting(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_audit',
    { tag, summary: 'List audit entries, newest first', body: AdminAuditBody, data: AdminAudit },
    (_who, body) => listAudit(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_overview',
    { tag, summary: 'Get pending work and key figures', data: AdminOverview },
    () => loadOverview(deps),
  )
  addJsonCall(
    app,
    '/api/admin_pending',
    { tag, summary: 'Count pending and disputed payments', data: AdminPending },
    () => loadPending(deps.pool),
  )
  addAdminExport(app, deps)
}
