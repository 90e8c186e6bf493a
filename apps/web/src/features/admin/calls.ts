/** API calls of the back office. Failures are thrown to the page; the caller handles step-up (useStepUp). */
import type {
  AdminAuditBody,
  AdminContent,
  AdminContentHistoryBody,
  AdminContents,
  AdminDisableUserBody,
  AdminGrantDaysBody,
  AdminInviterDetailBody,
  AdminInvitersBody,
  AdminOrdersBody,
  AdminReverseOrderBody,
  AdminRevokeSessionBody,
  AdminReviewOrderBody,
  AdminSaveContentBody,
  AdminSaveSettingsBody,
  AdminSetRatioBody,
  AdminSetRoleBody,
  AdminSettleBody,
  AdminUsersBody,
  SaveMarketBody,
} from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'
import { CallFailure, failureSlug } from '../../shared/http/envelope.ts'

export const loadOrders = (body: AdminOrdersBody, signal?: AbortSignal) =>
  call('POST /admin_orders', { body, signal, say: false })
export const checkOrder = (id: number, fresh: boolean, signal?: AbortSignal) =>
  call('POST /admin_check_order', { body: { id, fresh }, signal, say: false })
export const reviewOrder = (body: AdminReviewOrderBody) => call('POST /admin_review_order', { body, say: false })
export const reverseOrder = (body: AdminReverseOrderBody) => call('POST /admin_reverse_order', { body, say: false })

export const loadInviters = (body: AdminInvitersBody, signal?: AbortSignal) =>
  call('POST /admin_inviters', { body, signal, say: false })
export const loadInviter = (body: AdminInviterDetailBody, signal?: AbortSignal) =>
  call('POST /admin_inviter_detail', { body, signal, say: false })
export const settle = (body: AdminSettleBody) => call('POST /admin_settle', { body, say: false })
export const loadSettlement = (settlementId: string, signal?: AbortSignal) =>
  call('POST /admin_settlement', { body: { settlement_id: settlementId }, signal, say: false })
export const sendReminder = (inviterId: number) =>
  call('POST /admin_send_reminder', { body: { inviter_id: inviterId }, say: false })
export const setRatio = (body: AdminSetRatioBody) => call('POST /admin_set_ratio', { body, say: false })

export const loadUsers = (body: AdminUsersBody, signal?: AbortSignal) =>
  call('POST /admin_users', { body, signal, say: false })
export const setRole = (body: AdminSetRoleBody) => call('POST /admin_set_role', { body, say: false })
export const grantDays = (body: AdminGrantDaysBody) => call('POST /admin_grant_days', { body, say: false })
export const disableUser = (body: AdminDisableUserBody) => call('POST /admin_disable_user', { body, say: false })
export const loadUserSessions = (userId: number, signal?: AbortSignal) =>
  call('POST /admin_user_sessions', { body: { user_id: userId }, signal, say: false })
export const revokeUserSession = (body: AdminRevokeSessionBody) =>
  call('POST /admin_revoke_session', { body, say: false })

export const loadSettings = (signal?: AbortSignal) => call('POST /admin_settings', { signal, say: false })
export const saveSetting = (body: AdminSaveSettingsBody) => call('POST /admin_save_settings', { body, say: false })

export const loadOverview = (signal?: AbortSignal) => call('POST /admin_overview', { signal, say: false })
export const loadAudit = (body: AdminAuditBody, signal?: AbortSignal) =>
  call('POST /admin_audit', { body, signal, say: false })

export const loadFeeds = (signal?: AbortSignal) => call('POST /admin_feeds', { signal, say: false })
export const loadMarkets = (signal?: AbortSignal) => call('POST /admin_markets', { signal, say: false })
export const saveMarket = (body: SaveMarketBody) => call('POST /admin_save_market', { body, say: false })

export async function loadContents(signal?: AbortSignal): Promise<AdminContents> {
  const data = await call('POST /admin_content', { signal, say: false })
  return 'list' in data ? data : { list: [] }
}
/** Null: the key has no text in this language yet. */
export async function loadContent(
  key: string,
  language: 'zh' | 'en',
  signal?: AbortSignal,
): Promise<AdminContent | null> {
  try {
    const data = await call('POST /admin_content', { body: { key, language }, signal, say: false })
    return 'list' in data ? null : data
  } catch (error) {
    if (error instanceof CallFailure && failureSlug(error) === 'NOT_FOUND') return null
    throw error
  }
}
export const loadContentHistory = (body: AdminContentHistoryBody, signal?: AbortSignal) =>
  call('POST /admin_content_history', { body, signal, say: false })
export const saveContent = (body: AdminSaveContentBody) => call('POST /admin_save_content', { body, say: false })
