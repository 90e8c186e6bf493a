/** API calls of the back office. Failures are thrown to the page; the caller handles step-up (useStepUp). */
import type {
  AdminAudit,
  AdminAuditBody,
  AdminContent,
  AdminContentHistory,
  AdminContentHistoryBody,
  AdminContents,
  AdminDisableUserBody,
  AdminGrantDaysBody,
  AdminInviterDetail,
  AdminInviterDetailBody,
  AdminInviters,
  AdminInvitersBody,
  AdminOrders,
  AdminOrdersBody,
  AdminOverview,
  AdminReverseOrderBody,
  AdminRevokeSessionBody,
  AdminReviewOrderBody,
  AdminSaveContentBody,
  AdminSaveSettingsBody,
  AdminSetRatioBody,
  AdminSetRoleBody,
  AdminSettleBody,
  AdminSettlement,
  AdminUsers,
  AdminUsersBody,
  BusinessSettings,
  ContentSaved,
  DaysGranted,
  Feeds,
  FollowedMarkets,
  OrderCheck,
  RatioSet,
  ReversedOrder,
  ReviewedOrder,
  RoleSet,
  SavedMarket,
  SaveMarketBody,
  SentReminder,
  Sessions,
  Settled,
  UserDisabled,
} from '@flowprint/contract'
import { call } from '../../shared/http/call.ts'
import { CallFailure, failureSlug } from '../../shared/http/envelope.ts'

const post = (path: string, body: object = {}, signal?: AbortSignal) =>
  call(path, { method: 'POST', body, signal, say: false })

export const loadOrders = (body: AdminOrdersBody, signal?: AbortSignal) =>
  post('/admin_orders', body, signal) as Promise<AdminOrders>
export const checkOrder = (id: number, fresh: boolean, signal?: AbortSignal) =>
  post('/admin_check_order', { id, fresh }, signal) as Promise<OrderCheck>
export const reviewOrder = (body: AdminReviewOrderBody) => post('/admin_review_order', body) as Promise<ReviewedOrder>
export const reverseOrder = (body: AdminReverseOrderBody) =>
  post('/admin_reverse_order', body) as Promise<ReversedOrder>

export const loadInviters = (body: AdminInvitersBody, signal?: AbortSignal) =>
  post('/admin_inviters', body, signal) as Promise<AdminInviters>
export const loadInviter = (body: AdminInviterDetailBody, signal?: AbortSignal) =>
  post('/admin_inviter_detail', body, signal) as Promise<AdminInviterDetail>
export const settle = (body: AdminSettleBody) => post('/admin_settle', body) as Promise<Settled>
export const loadSettlement = (settlementId: string, signal?: AbortSignal) =>
  post('/admin_settlement', { settlement_id: settlementId }, signal) as Promise<AdminSettlement>
export const sendReminder = (inviterId: number) =>
  post('/admin_send_reminder', { inviter_id: inviterId }) as Promise<SentReminder>
export const setRatio = (body: AdminSetRatioBody) => post('/admin_set_ratio', body) as Promise<RatioSet>

export const loadUsers = (body: AdminUsersBody, signal?: AbortSignal) =>
  post('/admin_users', body, signal) as Promise<AdminUsers>
export const setRole = (body: AdminSetRoleBody) => post('/admin_set_role', body) as Promise<RoleSet>
export const grantDays = (body: AdminGrantDaysBody) => post('/admin_grant_days', body) as Promise<DaysGranted>
export const disableUser = (body: AdminDisableUserBody) => post('/admin_disable_user', body) as Promise<UserDisabled>
export const loadUserSessions = (userId: number, signal?: AbortSignal) =>
  post('/admin_user_sessions', { user_id: userId }, signal) as Promise<Sessions>
export const revokeUserSession = (body: AdminRevokeSessionBody) => post('/admin_revoke_session', body)

export const loadSettings = (signal?: AbortSignal) => post('/admin_settings', {}, signal) as Promise<BusinessSettings>
export const saveSetting = (body: AdminSaveSettingsBody) =>
  post('/admin_save_settings', body) as Promise<BusinessSettings>

export const loadOverview = (signal?: AbortSignal) => post('/admin_overview', {}, signal) as Promise<AdminOverview>
export const loadAudit = (body: AdminAuditBody, signal?: AbortSignal) =>
  post('/admin_audit', body, signal) as Promise<AdminAudit>

export const loadFeeds = (signal?: AbortSignal) => post('/admin_feeds', {}, signal) as Promise<Feeds>
export const loadMarkets = (signal?: AbortSignal) => post('/admin_markets', {}, signal) as Promise<FollowedMarkets>
export const saveMarket = (body: SaveMarketBody) => post('/admin_save_market', body) as Promise<SavedMarket>

export const loadContents = (signal?: AbortSignal) => post('/admin_content', {}, signal) as Promise<AdminContents>
/** Null: the key has no text in this language yet. */
export async function loadContent(
  key: string,
  language: 'zh' | 'en',
  signal?: AbortSignal,
): Promise<AdminContent | null> {
  try {
    return (await post('/admin_content', { key, language }, signal)) as AdminContent
  } catch (error) {
    if (error instanceof CallFailure && failureSlug(error) === 'NOT_FOUND') return null
    throw error
  }
}
export const loadContentHistory = (body: AdminContentHistoryBody, signal?: AbortSignal) =>
  post('/admin_content_history', body, signal) as Promise<AdminContentHistory>
export const saveContent = (body: AdminSaveContentBody) => post('/admin_save_content', body) as Promise<ContentSaved>
