import type { UserInfo } from '@flowprint/contract'
import { AppError } from '../../platform/http/index.ts'
import { membershipOf } from '../membership/index.ts'
import { isOwed } from '../promotion/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { presentUser } from './present.ts'
import { findAccount } from './repository/account-rows.ts'
import { findPendingEmail } from './repository/link-rows.ts'
import { findReferral } from './repository/referral-rows.ts'
import type { SignedInRequester } from './requester.ts'

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
