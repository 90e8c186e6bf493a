import type { UserInfo, SessionRow, Invitation } from '@flowprint/contract'
import { AppError } from '../../../platform/http/index.ts'
import { membershipOf } from '../../membership/index.ts'
import type { Membership } from '../../membership/index.ts'
import { isOwed, loadPromotionTerms } from '../../promotion/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { findAccount } from './account-rows.ts'
import type { Account } from './account-rows.ts'
import { findPendingEmail } from './link-rows.ts'
import { findReferral, findInviterName } from './referral-rows.ts'
import type { SignedInRequester } from '../requester.ts'
import type { SessionListRow } from './session-rows.ts'
import { AccountForm, readInviteCode } from '../rules/account-form.ts'

export async function loadUser({ pool, clock, site }: AccountDeps, who: SignedInRequester): Promise<UserInfo> {
  const now = clock.now()
  const account = await findAccount(pool, who.accountId)
  if (account === null) throw new AppError('SESSION_EXPIRED')
  const membership = await membershipOf(pool, account.id, now)
  const pendingEmail = await findPendingEmail(pool, account.id, now)
  const referral = await findReferral(pool, account.id)
  const owed = !account.isInviter && (await isOwed(pool, account.id))
  return presentUser({
    account,
    membership,
    pendingEmail,
    inviterId: referral?.inviterId ?? null,
    isOwed: owed,
    now,
    production: site.production,
  })
}

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

function presentUser({ account, membership, pendingEmail, inviterId, isOwed, now, production }: UserParts): UserInfo {
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

/** The inviter of a code and what the invitation gives, by the rules of registration. */
export async function loadInvitation(
  { pool, clock }: Pick<AccountDeps, 'pool' | 'clock'>,
  body: unknown,
): Promise<Invitation> {
  const form = new AccountForm(body)
  const code = readInviteCode(form, 'code')
  form.refuse()
  const inviterName = code === null ? null : await findInviterName(pool, code)
  if (inviterName === null) return { valid: false, inviter_name: null, trial_days: 0 }
  const { trialDays } = await loadPromotionTerms(pool, clock.now())
  return { valid: true, inviter_name: inviterName, trial_days: trialDays }
}
