import type { Invitation } from '@flowprint/contract'
import { loadPromotionTerms } from '../promotion/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { findInviterName } from './repository/referral-rows.ts'
import { AccountForm } from './rules/account-form.ts'
import { readInviteCode } from './rules/read-register.ts'

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
