import type { Queryable } from '../../platform/database/index.ts'
import type { BusinessFacts } from '../../platform/events/index.ts'
import { grantDays } from '../membership/index.ts'
import { loadPromotionTerms } from './load-terms.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import { hasEverPaid } from './repository/dividend-rows.ts'
import { addToPromoter, findPromoterAccount, lockPromoter } from './repository/promoter-rows.ts'
import { findReferral, lockReferral, markActivated } from './repository/referral-rows.ts'
import { sendTrialStarted } from './send-mails.ts'

/**
 * Handles the activation of an invitee: counts it for the inviter and grants the trial once. The activation has locked
 * the account, which excludes concurrent changes. The membership is locked before the referral, as everywhere.
 */
export async function startTrial(
  client: Queryable,
  deps: Pick<PromotionDeps, 'mail' | 'appUrl'>,
  { accountId, at }: BusinessFacts['accountActivated'],
): Promise<void> {
  const referral = await findReferral(client, accountId)
  if (referral === null || referral.activatedAt !== null) return
  const { inviterId } = referral
  if (inviterId !== null) {
    const { trialDays } = await loadPromotionTerms(client, at)
    if (trialDays > 0 && !(await hasEverPaid(client, accountId))) {
      const until = await grantDays(client, {
        accountId,
        days: trialDays,
        at,
        kind: 'trial',
        actorId: null,
        remark: 'invited',
      })
      await sendTrialStarted(client, deps, await findPromoterAccount(client, accountId), {
        accountId,
        days: trialDays,
        until,
      })
    }
  }
  await lockReferral(client, accountId)
  await markActivated(client, accountId, at)
  if (inviterId === null) return
  await lockPromoter(client, inviterId)
  await addToPromoter(client, inviterId, { activatedInvitees: 1 })
}
