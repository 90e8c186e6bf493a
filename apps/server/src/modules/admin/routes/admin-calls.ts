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
    { tag, summary: 'Everybody, newest first', body: AdminUsersBody, data: AdminUsers },
    (_who, body) => listUsersFor(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_set_role',
    {
      tag,
      summary: 'Make somebody an ordinary user or an inviter; who loses a right is logged out',
      body: AdminSetRoleBody,
      data: RoleSet,
      incomplete,
    },
    (_who, body, request) => setRole(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_grant_days',
    { tag, summary: 'Give days of membership', body: AdminGrantDaysBody, data: DaysGranted, incomplete },
    (_who, body, request) => grantMembership(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_disable_user',
    {
      tag,
      summary: 'Shut somebody out, or let them in again',
      body: AdminDisableUserBody,
      data: UserDisabled,
      incomplete,
    },
    (_who, body, request) => disableUser(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_user_sessions',
    { tag, summary: 'Sessions of somebody', body: AdminUserSessionsBody, data: Sessions },
    ({ sessionId }, { user_id }) => sessionsOf(deps.pool, user_id, sessionId, deps.clock.now()),
  )
  addJsonCall(
    app,
    '/api/admin_revoke_session',
    { tag, summary: 'End a session of somebody', body: AdminRevokeSessionBody, data: Done, incomplete },
    (_who, body, request) => revokeUserSession(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_settings',
    { tag, summary: 'What is set, with its history', data: BusinessSettings },
    () => loadSettings(deps.pool),
  )
  addJsonCall(
    app,
    '/api/admin_save_settings',
    { tag, summary: 'Set a value from now on', body: AdminSaveSettingsBody, data: BusinessSettings, incomplete },
    (_who, body, request) => saveSetting(deps, actorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_audit',
    { tag, summary: 'Acts on record, newest first', body: AdminAuditBody, data: AdminAudit },
    (_who, body) => listAudit(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_overview',
    { tag, summary: 'What waits, and how the business fares', data: AdminOverview },
    () => loadOverview(deps),
  )
  addJsonCall(
    app,
    '/api/admin_pending',
    { tag, summary: 'How many payments wait for a review', data: AdminPending },
    () => loadPending(deps.pool),
  )
  addAdminExport(app, deps)
}
