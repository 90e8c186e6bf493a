import { amountText, parseAmount } from '@flowprint/contract'
import type { AdminReverseOrderBody, AdminReviewOrderBody, ReversedOrder, ReviewedOrder } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError, readRemark } from '../../../platform/http/index.ts'
import { recordAudit } from '../../../platform/audit/index.ts'
import { checkOrder } from '../queries/check-order.ts'
import { extend, reverseExtension } from './ledger.ts'
import { loadPaymentTerms } from '../queries/payment-terms.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { findInviter } from '../queries/membership-of.ts'
import { findOrder, lockOrder, reverseRow, reviewRow } from '../queries/order-rows.ts'
import type { Order } from '../queries/order-rows.ts'
import { isDenied } from '../rules/judge-payment.ts'
import { decideReview } from '../rules/decide-review.ts'
import { sendOrderPassed, sendOrderRefused, sendOrderReversed } from './send-mails.ts'

/** The administrator who decides, and the origin of the request. */
export interface Reviewer {
  readonly accountId: number
  readonly ipHash: Buffer | null
}

const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * Decides a payment with all its effects in one transaction: the order, the ledger, the inviter's share, the audit
 * entry, the mail. Of two concurrent reviews one succeeds and the other fails with ALREADY_REVIEWED.
 */
export async function reviewOrder(
  deps: MembershipDeps,
  by: Reviewer,
  body: AdminReviewOrderBody,
): Promise<ReviewedOrder> {
  const remark = readRemark(body.remark)
  const given = readAmount(body.amount)
  if (body.status === 'passed') await ensureChecked(deps, body.id)
  return inTransactionWithRetry(deps.pool, async (client) => {
    const now = deps.clock.now()
    const order = await lockOrder(client, body.id)
    if (order === null) throw new AppError('NOT_FOUND')
    await rejectOwn(client, order, by)
    if (order.status !== 'pending') throw new AppError('ALREADY_REVIEWED')
    if (order.version !== body.version) throw new AppError('STALE_VERSION')
    const { tolerance } = await loadPaymentTerms(client, now)
    const decision = decideReview({ order, tolerance, given, status: body.status, ...confirmationsOf(body) })
    if ('error' in decision) throw new AppError(decision.error)
    const { amount, paidAmount } = decision
    const decided = await reviewRow(client, order.id, order.version, {
      status: body.status,
      amount,
      remark,
      reviewerId: by.accountId,
      at: now,
    })
    if (decided === null) throw new AppError('ALREADY_REVIEWED')
    const expireTime = amount === null ? null : await pass(client, deps, order, { paidAmount, at: now, by })
    await recordAudit(client, {
      at: now,
      actorId: by.accountId,
      ipHash: by.ipHash,
      action: 'review_order',
      objectType: 'order',
      objectId: order.id,
      before: { status: order.status, version: order.version },
      after: {
        status: body.status,
        remark,
        ...(isDenied(order.checkReasons) && amount !== null ? { denied_by_network: true } : {}),
        ...(amount === null
          ? {}
          : { amount: amountText(amount), expire_time: expireTime === null ? null : iso(expireTime) }),
      },
    })
    if (expireTime === null) await sendOrderRefused(client, deps, decided)
    else await sendOrderPassed(client, deps, decided, expireTime)
    return {
      id: order.id,
      status: body.status,
      review_time: iso(now),
      expire_time: expireTime === null ? null : iso(expireTime),
    }
  })
}

async function pass(
  client: Queryable,
  { events }: MembershipDeps,
  order: Order,
  act: { paidAmount: bigint; at: number; by: Reviewer },
): Promise<number> {
  const { id: orderId, accountId } = order
  const { paidAmount, at, by } = act
  const expireTime = await extend(client, {
    accountId,
    at,
    kind: 'purchase',
    length: 'year',
    orderId,
    actorId: by.accountId,
    remark: '',
  })
  await events.emit(client, 'orderPassed', { orderId, accountId, paidAmount, at, actorId: by.accountId })
  return expireTime
}

/** Reverses a passed order: revokes the inviter's share and either the remaining days it gave or all of them. */
export async function reverseOrder(
  deps: MembershipDeps,
  by: Reviewer,
  body: AdminReverseOrderBody,
): Promise<ReversedOrder> {
  const remark = readRemark(body.remark)
  const { days: scope = 'ahead' } = body
  return inTransactionWithRetry(deps.pool, async (client) => {
    const at = deps.clock.now()
    const order = await lockOrder(client, body.id)
    if (order === null) throw new AppError('NOT_FOUND')
    await rejectOwn(client, order, by)
    const reversed = await reverseRow(client, order.id, { remark, actorId: by.accountId, at })
    if (reversed === null)
      throw new AppError('ALREADY_REVIEWED', { sentences: [{ key: 'NOT_REVERSIBLE', params: {} }] })
    const expireTime = await reverseExtension(client, {
      accountId: order.accountId,
      orderId: order.id,
      at,
      scope,
      actorId: by.accountId,
      remark,
    })
    await deps.events.emit(client, 'orderReversed', {
      orderId: order.id,
      accountId: order.accountId,
      at,
      actorId: by.accountId,
    })
    await recordAudit(client, {
      at,
      actorId: by.accountId,
      ipHash: by.ipHash,
      action: 'reverse_order',
      objectType: 'order',
      objectId: order.id,
      before: { reversed: false },
      after: { reversed: true, remark, days: scope, expire_time: iso(expireTime) },
    })
    await sendOrderReversed(client, deps, reversed, expireTime)
    return { id: order.id, reversed_at: iso(at), expire_time: iso(expireTime) }
  })
}

/** Looks up an order that was never checked before it passes, so that a denied payment cannot pass unnoticed. */
async function ensureChecked(deps: MembershipDeps, id: number): Promise<void> {
  const order = await findOrder(deps.pool, id)
  if (order?.status === 'pending' && order.checkState === 'none') await checkOrder(deps, id)
}

/** Administrators may not decide about their own payments or those of their invitees. */
async function rejectOwn(client: Queryable, { accountId }: Order, by: Reviewer): Promise<void> {
  if (accountId === by.accountId) throw new AppError('OWN_ORDER')
  if ((await findInviter(client, accountId)) === by.accountId)
    throw new AppError('OWN_ORDER', { sentences: [{ key: 'INVITEE_ORDER', params: {} }] })
}

const confirmationsOf = ({ accept_underpaid, accept_denied }: AdminReviewOrderBody) => ({
  acceptUnderpaid: accept_underpaid ?? false,
  acceptDenied: accept_denied ?? false,
})

function readAmount(text: string | undefined): bigint | null {
  if (text === undefined || text.trim() === '') return null
  const amount = parseAmount(text)
  if (amount === null || amount === 0n)
    throw new AppError('VALIDATION', { faults: [{ field: 'amount', error: 'NOT_AN_AMOUNT', params: {} }] })
  return amount
}
