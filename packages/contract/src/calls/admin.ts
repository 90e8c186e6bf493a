import { Done } from '../schemas.ts'
import { Sessions } from '../accounts/schemas.ts'
import {
  AdminAudit,
  AdminAuditBody,
  AdminDisableUserBody,
  AdminExportQuery,
  AdminGrantDaysBody,
  AdminRevokeSessionBody,
  AdminSetRoleBody,
  AdminUsers,
  AdminUsersBody,
  AdminUserSessionsBody,
  DaysGranted,
  RoleSet,
  UserDisabled,
} from '../business/admin.ts'
import { AdminOverview, AdminPending, AdminSaveSettingsBody, BusinessSettings } from '../business/settings.ts'
import { defineCall } from './define-call.ts'

const tag = 'admin'

/** The back office, apart from orders, dividends, texts and markets, whose modules define their own calls (CONTRACT 2). */
export const adminCalls = {
  adminUsers: defineCall('POST /admin_users', {
    who: 'A',
    tag,
    summary: 'List users, newest first',
    body: AdminUsersBody,
    data: AdminUsers,
  }),
  adminSetRole: defineCall('POST /admin_set_role', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'Make a user an ordinary user or an inviter; losing a role ends their sessions',
    body: AdminSetRoleBody,
    data: RoleSet,
  }),
  adminGrantDays: defineCall('POST /admin_grant_days', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'Grant days of membership',
    body: AdminGrantDaysBody,
    data: DaysGranted,
  }),
  adminDisableUser: defineCall('POST /admin_disable_user', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'Disable or enable a user',
    body: AdminDisableUserBody,
    data: UserDisabled,
  }),
  adminUserSessions: defineCall('POST /admin_user_sessions', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'List the sessions of a user',
    body: AdminUserSessionsBody,
    data: Sessions,
  }),
  adminRevokeSession: defineCall('POST /admin_revoke_session', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'End a session of a user',
    body: AdminRevokeSessionBody,
    data: Done,
  }),
  adminSettings: defineCall('POST /admin_settings', {
    who: 'A',
    tag,
    summary: 'List the business settings with their history',
    data: BusinessSettings,
  }),
  adminSaveSettings: defineCall('POST /admin_save_settings', {
    who: 'A',
    stepUp: true,
    tag,
    summary: 'Set a business setting from now on',
    body: AdminSaveSettingsBody,
    data: BusinessSettings,
  }),
  adminAudit: defineCall('POST /admin_audit', {
    who: 'A',
    tag,
    summary: 'List the audit log, newest first',
    body: AdminAuditBody,
    data: AdminAudit,
  }),
  adminExport: defineCall('GET /admin_export', {
    shed: 'first',
    who: 'A',
    tag,
    summary: 'Export a list as a CSV file, streamed',
    query: AdminExportQuery,
    media: ['text/csv'],
  }),
  adminOverview: defineCall('POST /admin_overview', {
    who: 'A',
    tag,
    summary: 'Get pending work and key figures',
    data: AdminOverview,
  }),
  adminPending: defineCall('POST /admin_pending', {
    who: 'A',
    tag,
    summary: 'Count payments that await review',
    data: AdminPending,
  }),
}
