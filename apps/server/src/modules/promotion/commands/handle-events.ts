import type { BusinessEvents, BusinessFacts } from '../../../platform/events/index.ts'
import type { PromotionDeps } from '../promotion-deps.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { grantDays } from '../../membership/index.ts'
import type { ShareOfPayment, EarnedShare } from '../../membership/index.ts'
import { loadPromotionTerms } from '../queries/load-terms.ts'
import {
  insertDecision,
  insertDividend,
  findShare,
  insertReversal,
  lockShare,
  voidDividend,
  hasEverPaid,
} from '../queries/dividend-rows.ts'
import type { Dividend } from '../queries/dividend-rows.ts'
import {
  addToPromoter,
  findPromoter,
  findPromoterAccount,
  lockPromoterAccount,
  lockPromoter,
  findReferral,
  lockReferral,
  saveReferral,
  markActivated,
} from '../queries/promoter-rows.ts'
import type { PromoterChange } from '../queries/promoter-rows.ts'
import { decideShare } from '../rules/levels.ts'
import { sendTrialStarted } from './send-mails.ts'

/** Registers promotion's handlers of business events. They run in the transaction of the event. */
export function registerBusinessEventHandlers(
  events: BusinessEvents,
  deps: Pick<PromotionDeps, 'mail' | 'appUrl'>,
): void {
  events.on('accountActivated', (client, fact) => startTrial(client, deps, fact))
  events.on('orderPassed', earnShare)
  events.on('orderReversed', reverseShare)
}

/** Creates the inviter's share of a passed order, in the transaction that passes it. */
async function earnShare(
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

/** The share an order earned and that is not void, for the preview of a reversal; null if none. */
export async function earnedShare(client: Queryable, orderId: number): Promise<EarnedShare | null> {
  const found = await findShare(client, orderId)
  if (found === null || found.status === 'void') return null
  const { inviterId, amount: share, status } = found
  const { username: inviterName } = await findPromoterAccount(client, inviterId)
  return { inviterId, inviterName, share, isSettled: status === 'settled' }
}

/** Handles the reversal of an order: voids its share or, if it was settled, adds a clawback to the next payout. */
async function reverseShare(
  client: Queryable,
  { orderId, accountId: inviteeId, at }: BusinessFacts['orderReversed'],
): Promise<void> {
  const referral = await lockReferral(client, inviteeId)
  const inviterId = referral?.inviterId ?? null
  if (referral === null || inviterId === null) return
  await lockPromoter(client, inviterId)
  if (!(await insertReversal(client, orderId, at))) return
  const share = await lockShare(client, orderId)
  const { change, rows } = share === null ? { change: {}, rows: 0 } : await revokeShare(client, share, at)
  const paidOrders = referral.paidOrders - 1
  const dividends = referral.dividends + rows
  await saveReferral(client, {
    ...referral,
    paidOrders,
    dividends,
    firstPaidAt: paidOrders === 0 ? null : referral.firstPaidAt,
  })
  await addToPromoter(client, inviterId, {
    ...change,
    dividends: rows,
    payingInvitees: paidOrders === 0 ? -1 : 0,
    earningInvitees: Number(dividends > 0) - Number(referral.dividends > 0),
  })
}

/** The change of the promoter's sums, and by how much the number of visible rows changes. */
async function revokeShare(
  client: Queryable,
  share: Dividend,
  at: number,
): Promise<{ change: PromoterChange; rows: 1 | -1 }> {
  if (share.status === 'pending') {
    await voidDividend(client, share.id)
    return { change: { pendingCount: -1, pendingAmount: -share.amount }, rows: -1 }
  }
  if (share.status === 'void') throw new Error(`Invariant: order ${share.orderId} is reversed only once`)
  const { orderId, inviteeId, inviterId, paidAmount, ratioBp, amount } = share
  await insertDividend(client, {
    kind: 'clawback',
    orderId,
    inviteeId,
    inviterId,
    paidAmount,
    ratioBp,
    amount: -amount,
    createdAt: at,
    availableAt: at,
  })
  return { change: { pendingCount: 1, pendingAmount: -amount }, rows: 1 }
}

/**
 * Handles the activation of an invitee: counts it for the inviter and grants the trial once. The activation has locked
 * the account, which excludes concurrent changes. The membership is locked before the referral, as everywhere.
 */
async function startTrial(
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
