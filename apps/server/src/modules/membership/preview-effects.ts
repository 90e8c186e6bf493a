/** Effects of a decision about an order, computed before it is made. */
import type { OrderCheck, ReversalScope } from '@flowprint/contract'
import { amountText, ratioText } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { loadExtension } from './ledger.ts'
import { loadPaymentTerms } from './load-business.ts'
import { expireTimeOf } from './membership-of.ts'
import type { MembershipDeps } from './membership-deps.ts'
import type { Order } from './repository/order-rows.ts'
import { decideReview } from './rules/decide-review.ts'
import { computeExtension, computeReversal } from './rules/extend.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Effects of passing the order now. */
export async function previewPass(
  { pool, clock, shares }: MembershipDeps,
  order: Order,
): Promise<OrderCheck['effect']> {
  const now = clock.now()
  const { to } = computeExtension(await expireTimeOf(pool, order.accountId), now, 'year')
  const { tolerance } = await loadPaymentTerms(pool, now)
  const decision = decideReview({
    order,
    tolerance,
    given: null,
    status: 'passed',
    acceptUnderpaid: true,
    acceptDenied: true,
  })
  const share =
    'error' in decision
      ? null
      : await shares(pool, { accountId: order.accountId, paidAmount: decision.paidAmount, at: now })
  return {
    expire_time: iso(to),
    inviter_id: share?.inviterId ?? null,
    inviter_name: share?.inviterName ?? null,
    ratio: share === null ? null : ratioText(share.ratioBp),
    share_amount: share === null ? null : amountText(share.share),
  }
}

/** Effects of reversing the order now; null if it cannot be reversed. */
export async function previewReversal(
  { pool, clock, earned }: MembershipDeps,
  order: Order,
): Promise<OrderCheck['reversal']> {
  if (order.status !== 'passed' || order.reversedAt !== null) return null
  const [expireTime, given, share] = await Promise.all([
    expireTimeOf(pool, order.accountId),
    loadExtension(pool, order.id),
    earned(pool, order.id),
  ])
  if (expireTime === null) throw new Error(`Invariant: order ${order.id} extended a membership`)
  const now = clock.now()
  const preview = (scope: ReversalScope) => {
    const to = computeReversal(expireTime, given, scope, now)
    return { days: Math.round((expireTime - to) / DAY_MS), expire_time: iso(to) }
  }
  return {
    expire_before: iso(expireTime),
    ahead: preview('ahead'),
    all: preview('all'),
    share:
      share === null
        ? null
        : {
            inviter_id: share.inviterId,
            inviter_name: share.inviterName,
            amount: amountText(share.share),
            becomes: share.isSettled ? 'clawback' : 'void',
          },
  }
}
