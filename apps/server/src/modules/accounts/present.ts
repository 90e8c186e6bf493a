import type { SessionRow, UserInfo } from '@flowprint/contract'
import type { Membership } from '../membership/index.ts'
import type { Account } from './repository/account-rows.ts'
import type { SessionListRow } from './repository/session-rows.ts'

export const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

export const presentSession = (row: SessionListRow, currentId: number): SessionRow => ({
  id: row.id,
  created_at: iso(row.createdAt),
  last_seen_at: iso(row.lastSeenAt),
  ua: row.ua,
  current: row.id === currentId,
})

export interface UserParts {
  readonly account: Account
  readonly membership: Membership
  readonly pendingEmail: string | null
  readonly inviterId: number | null
  /** The inviter role is gone, but shares are still to be paid. */
  readonly isOwed: boolean
  readonly now: number
  /** In production administrators must enable an authenticator. */
  readonly production: boolean
}

export function presentUser({
  account,
  membership,
  pendingEmail,
  inviterId,
  isOwed,
  now,
  production,
}: UserParts): UserInfo {
  return {
    id: account.id,
    username: account.username,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    pending_email: pendingEmail,
    role: [...(account.isAdmin ? (['admin'] as const) : []), ...(account.isInviter ? (['inviter'] as const) : [])],
    is_owed: isOwed,
    expire_time: isoOrNull(membership.expireTime),
    expired: !membership.active,
    is_trial: membership.isTrial,
    theme: account.theme,
    language: account.language,
    register_time: iso(account.createdAt),
    inviter_id: inviterId,
    server_time: iso(now),
    otp_enabled: account.otpEnabled,
    otp_required: production && account.isAdmin && !account.otpEnabled,
  }
}
