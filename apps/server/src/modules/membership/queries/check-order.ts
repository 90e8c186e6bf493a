import { amountText, ratioText } from '@flowprint/contract'
import type { OrderCheck, ReversalScope, AdminOrders, AdminOrdersBody } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import { loadAddressHistory, loadPaymentTerms, EXPLORER_URL } from './payment-terms.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { findOrder, saveCheck } from './order-rows.ts'
import type { Order } from './order-rows.ts'
import { ownerOfAmount } from './quote-rows.ts'
import { isDenied, judgePayment, amountOnChain, searchedTransaction } from '../rules/judge-payment.ts'
import type { Claimed, Judgement } from '../rules/judge-payment.ts'
import { loadExtension } from '../commands/ledger.ts'
import { expireTimeOf, findInviter } from './membership-of.ts'
import { decideReview } from '../rules/decide-review.ts'
import { computeExtension, computeReversal } from '../rules/extend.ts'
import { countAdminOrders, findAdminOrder, listAdminOrders, listDisputes, findAccountIds } from './admin-order-rows.ts'
import type { AdminOrderFilter } from './admin-order-rows.ts'

/** Looks up an order's payment on the chain and stores the result. Never fails because of the network. */
export async function checkOrder(
  deps: MembershipDeps,
  id: number,
  fresh = false,
): Promise<{ order: Order; judgement: Judgement }> {
  const order = await findOrder(deps.pool, id)
  if (order === null) throw new AppError('NOT_FOUND')
  const answer = await deps.node.ask(order.transactionId, fresh)
  const first = judgePayment(answer, await claimedOf(deps.pool, order, deps.clock.now()))
  const judgement = await flagOtherQuote(deps.pool, order, first)
  if (!shouldKeepResult(order, judgement)) {
    await saveCheck(deps.pool, id, { ...judgement, at: deps.clock.now() })
  }
  return { order: (await findOrder(deps.pool, id)) ?? order, judgement }
}

/**
 * Keep an earlier result if the node could not be queried, or if a lagging node does not know a confirmed transaction.
 */
const shouldKeepResult = ({ checkFound }: Order, { state }: Judgement): boolean =>
  checkFound !== null && (state === 'error' || (state === 'not_found' && checkFound.confirmed))

async function claimedOf(client: Queryable, order: Order, now: number): Promise<Claimed> {
  const { tolerance } = await loadPaymentTerms(client, now)
  const { quoted_at, registered_at } = await db(client)
    .selectFrom(['account as a', 'order_quote as q'])
    .select(['a.created_at as registered_at', 'q.created_at as quoted_at'])
    .where('a.id', '=', order.accountId)
    .where('q.id', '=', order.quoteId)
    .executeTakeFirstOrThrow()
  const { paymentAddress, fromExchange, receiveAddress, quotedAmount, isLate } = order
  return {
    paymentAddress,
    fromExchange,
    receiveAddress,
    quotedAmount,
    isLate,
    tolerance,
    quotedAt: quoted_at.getTime(),
    registeredAt: registered_at.getTime(),
    addresses: await loadAddressHistory(client),
  }
}

/**
 * The paid amount belongs to another account's open quote: transactions are public, so the wrong account may have
 * claimed it.
 */
async function flagOtherQuote(client: Queryable, order: Order, judgement: Judgement): Promise<Judgement> {
  const amount = judgement.found?.amount ?? null
  if (amount === null || isDenied(judgement.reasons)) return judgement
  const owner = await ownerOfAmount(client, order.receiveAddress, BigInt(amount), order.accountId)
  if (owner === null) return judgement
  const reasons = [...judgement.reasons, 'amount_of_other_quote' as const]
  return { ...judgement, state: judgement.state === 'match' ? 'mismatch' : judgement.state, reasons }
}

/** Effects of a decision about an order, computed before it is made. */

const iso = (ms: number): string => new Date(ms).toISOString()

/** Effects of passing the order now. */
async function previewPass({ pool, clock, shares }: MembershipDeps, order: Order): Promise<OrderCheck['effect']> {
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
async function previewReversal({ pool, clock, earned }: MembershipDeps, order: Order): Promise<OrderCheck['reversal']> {
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

/** Payments for the reviewer: pending ones first. */
export async function listOrdersForReview(
  { pool }: Pick<MembershipDeps, 'pool'>,
  body: AdminOrdersBody,
): Promise<AdminOrders> {
  const { page_cur = 1, page_size = 10 } = body
  const filter = await orderFilter(pool, body)
  const [list, count] = await Promise.all([
    listAdminOrders(pool, filter, { from: (page_cur - 1) * page_size, size: page_size }),
    countAdminOrders(pool, filter),
  ])
  return { list, ...count, page_cur, page_size }
}

/** Builds the filter of a request and resolves accounts to IDs. */
export async function orderFilter(
  client: Queryable,
  body: Pick<AdminOrdersBody, 'status' | 'transaction_id' | 'user'>,
): Promise<AdminOrderFilter> {
  const { status } = body
  const transactionId = searchedTransaction(body.transaction_id)
  const user = body.user?.trim() ?? ''
  return {
    ...(status === undefined ? {} : { status }),
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(user === '' ? {} : { accountIds: await findAccountIds(client, user) }),
  }
}

/** The evidence about a payment, and the effects of each decision. */
export async function loadOrderCheck(deps: MembershipDeps, id: number, fresh = false): Promise<OrderCheck> {
  const { order: checked, judgement } = await checkOrder(deps, id, fresh)
  const order = await findAdminOrder(deps.pool, id)
  if (order === null) throw new AppError('NOT_FOUND')
  const found = judgement.found ?? checked.checkFound
  const { block = null, blockTime = null } = found ?? {}
  const amount = amountOnChain(checked)
  return {
    order,
    check_state: judgement.state,
    reasons: [...judgement.reasons],
    from: found?.from ?? null,
    to: found?.to ?? null,
    amount: amount === null ? null : amountText(amount),
    block,
    block_time: blockTime === null ? null : new Date(blockTime).toISOString(),
    confirmed: found?.confirmed ?? false,
    checked_at: checked.checkedAt === null ? null : new Date(checked.checkedAt).toISOString(),
    explorer_url: EXPLORER_URL.replace('{id}', checked.transactionId),
    disputes: await listDisputes(deps.pool, id),
    inviter_id: await findInviter(deps.pool, checked.accountId),
    effect: await previewPass(deps, checked),
    reversal: await previewReversal(deps, checked),
  }
}
