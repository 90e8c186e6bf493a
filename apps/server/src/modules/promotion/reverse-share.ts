import type { Queryable } from '../../platform/database/index.ts'
import type { BusinessFacts } from '../../platform/events/index.ts'
import { insertDividend, insertReversal, lockShare, voidDividend } from './repository/dividend-rows.ts'
import type { Dividend } from './repository/dividend-rows.ts'
import { addToPromoter, lockPromoter } from './repository/promoter-rows.ts'
import type { PromoterChange } from './repository/promoter-rows.ts'
import { lockReferral, saveReferral } from './repository/referral-rows.ts'

/** Handles the reversal of an order: voids its share or, if it was settled, adds a clawback to the next payout. */
export async function reverseShare(
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
