import type { AdminOrders, AdminOrdersBody, OrderCheck } from '@flowprint/contract'
import { amountText } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import { checkOrder } from './check-order.ts'
import { EXPLORER_URL } from './explorer.ts'
import { previewPass, previewReversal } from './preview-effects.ts'
import type { MembershipDeps } from './membership-deps.ts'
import { countAdminOrders, findAdminOrder, listAdminOrders, listDisputes } from './repository/admin-order-rows.ts'
import type { AdminOrderFilter } from './repository/admin-order-rows.ts'
import { findAccountIds } from './repository/account-search.ts'
import { findInviter } from './repository/inviter-row.ts'
import { amountOnChain } from './rules/amount-on-chain.ts'
import { searchedTransaction } from './rules/search-transaction.ts'

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
