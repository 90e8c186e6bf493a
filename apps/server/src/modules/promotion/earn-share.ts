import type { BusinessFacts } from '../../platform/events/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { ShareOfPayment } from '../membership/index.ts'
import { loadPromotionTerms } from './load-terms.ts'
import { insertDecision, insertDividend } from './repository/dividend-rows.ts'
import {
  addToPromoter,
  findPromoter,
  findPromoterAccount,
  lockPromoterAccount,
  lockPromoter,
} from './repository/promoter-rows.ts'
import { findReferral, lockReferral, saveReferral } from './repository/referral-rows.ts'
import { decideShare } from './rules/decide-share.ts'

/** Creates the inviter's share of a passed order, in the transaction that passes it. */
export async function earnShare(
  client: Queryable,
  { orderId, accountId: inviteeId, paidAmount, at }: BusinessFacts['orderPassed'],
): Promise<void> {
  // An account's inviter never changes, so it may be read before locking. The lock order is account, referral,
  // promoter.
  const inviterId = (await findReferral(client, inviteeId))?.inviterId ?? null
  if (inviterId === null) return
  const { isActive } = await lockPromoterAccount(client, inviterId)
  const referral = assertFound(await lockReferral(client, inviteeId))
  const promoter = assertFound(await lockPromoter(client, inviterId))
  const terms = await loadPromotionTerms(client, at)
  const decision = decideShare({
    paidAmount,
    isActive,
    levels: terms.levels,
    renewalsEarn: terms.renewalsEarn,
    payingBefore: promoter.payingInvitees,
    override: promoter.ratioBpOverride,
    ordersBefore: referral.paidOrders,
  })
  await insertDecision(client, {
    ...decision,
    orderId,
    inviteeId,
    inviterId,
    paidAmount,
    payingBefore: promoter.payingInvitees,
    at,
  })
  const earned = decision.outcome === 'earned'
  if (earned) {
    await insertDividend(client, {
      kind: 'share',
      orderId,
      inviteeId,
      inviterId,
      paidAmount,
      ratioBp: decision.ratioBp,
      amount: decision.share,
      createdAt: at,
      availableAt: at + terms.holdMs,
    })
  }
  await saveReferral(client, {
    ...referral,
    firstPaidAt: referral.firstPaidAt ?? at,
    paidOrders: referral.paidOrders + 1,
    dividends: referral.dividends + (earned ? 1 : 0),
  })
  await addToPromoter(client, inviterId, {
    payingInvitees: referral.paidOrders === 0 ? 1 : 0,
    ...(earned
      ? {
          dividends: 1,
          pendingCount: 1,
          pendingAmount: decision.share,
          earningInvitees: referral.dividends === 0 ? 1 : 0,
        }
      : {}),
  })
}

/** The share that passing a payment now would earn, for the reviewer; null if none. */
export async function shareOfPayment(
  client: Queryable,
  payment: { accountId: number; paidAmount: bigint; at: number },
): Promise<ShareOfPayment | null> {
  const referral = await findReferral(client, payment.accountId)
  const inviterId = referral?.inviterId ?? null
  if (referral === null || inviterId === null) return null
  const promoter = assertFound(await findPromoter(client, inviterId))
  const { username, isActive } = await findPromoterAccount(client, inviterId)
  const terms = await loadPromotionTerms(client, payment.at)
  const { outcome, ratioBp, share } = decideShare({
    paidAmount: payment.paidAmount,
    isActive,
    levels: terms.levels,
    renewalsEarn: terms.renewalsEarn,
    payingBefore: promoter.payingInvitees,
    override: promoter.ratioBpOverride,
    ordersBefore: referral.paidOrders,
  })
  return outcome === 'earned' ? { inviterId, inviterName: username, ratioBp, share } : null
}

function assertFound<Row>(row: Row | null): Row {
  if (row === null) throw new Error('Invariant: every inviter of a referral has a promoter row')
  return row
}
