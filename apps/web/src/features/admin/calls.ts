/** API calls of the back office. Failures are thrown to the page; the caller handles step-up (useStepUp). */
import type { AdminContent, AdminContents } from '@flowprint/contract'
import { bodyCall, call } from '../../shared/http/call.ts'
import { failureSlug } from '../../shared/http/envelope.ts'

export const loadOrders = bodyCall('POST /admin_orders')
export const checkOrder = (id: number, fresh: boolean, signal?: AbortSignal) =>
  call('POST /admin_check_order', { body: { id, fresh }, signal, toast: false })
export const reviewOrder = bodyCall('POST /admin_review_order')
export const reverseOrder = bodyCall('POST /admin_reverse_order')

export const loadInviters = bodyCall('POST /admin_inviters')
export const loadInviter = bodyCall('POST /admin_inviter_detail')
export const settle = bodyCall('POST /admin_settle')
export const loadSettlement = (settlementId: string, signal?: AbortSignal) =>
  call('POST /admin_settlement', { body: { settlement_id: settlementId }, signal, toast: false })
export const sendReminder = (inviterId: number) =>
  call('POST /admin_send_reminder', { body: { inviter_id: inviterId }, toast: false })
export const setRatio = bodyCall('POST /admin_set_ratio')

export const loadUsers = bodyCall('POST /admin_users')
export const setRole = bodyCall('POST /admin_set_role')
export const grantDays = bodyCall('POST /admin_grant_days')
export const disableUser = bodyCall('POST /admin_disable_user')
export const loadUserSessions = (userId: number, signal?: AbortSignal) =>
  call('POST /admin_user_sessions', { body: { user_id: userId }, signal, toast: false })
export const revokeUserSession = bodyCall('POST /admin_revoke_session')

export const loadSettings = (signal?: AbortSignal) => call('POST /admin_settings', { signal, toast: false })
export const saveSetting = bodyCall('POST /admin_save_settings')

export const loadOverview = (signal?: AbortSignal) => call('POST /admin_overview', { signal, toast: false })
export const loadAudit = bodyCall('POST /admin_audit')

export const loadFeeds = (signal?: AbortSignal) => call('POST /admin_feeds', { signal, toast: false })
export const loadMarkets = (signal?: AbortSignal) => call('POST /admin_markets', { signal, toast: false })
export const saveMarket = bodyCall('POST /admin_save_market')

export async function loadContents(signal?: AbortSignal): Promise<AdminContents> {
  const data = await call('POST /admin_content', { signal, toast: false })
  return 'list' in data ? data : { list: [] }
}
/** Null: the key has no text in this language yet. */
export async function loadContent(
  key: string,
  language: 'zh' | 'en',
  signal?: AbortSignal,
): Promise<AdminContent | null> {
  try {
    const data = await call('POST /admin_content', { body: { key, language }, signal, toast: false })
    return 'list' in data ? null : data
  } catch (error) {
    if (failureSlug(error) === 'NOT_FOUND') return null
    throw error
  }
}
export const loadContentHistory = bodyCall('POST /admin_content_history')
export const saveContent = bodyCall('POST /admin_save_content')
