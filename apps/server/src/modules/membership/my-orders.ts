import type { MyOrder, MyOrders, MyOrdersBody } from '@flowprint/contract'
import { amountText } from '@flowprint/contract'
import type { Pool } from 'pg'
import type { MembershipDeps } from './membership-deps.ts'
import { listOrders } from './repository/order-rows.ts'
import type { Order } from './repository/order-rows.ts'
import { searchedTransaction } from './rules/search-transaction.ts'

/** More payments than anybody has. */
const MOST = 10_000

/** One's own payments, newest first. */
export async function listMyOrders(deps: Pick<MembershipDeps, 'pool'>, accountId: number, body: MyOrdersBody): Promise<MyOrders> {
  const { page_cur = 1, page_size = 10, status } = body
  const transactionId = searchedTransaction(body.transaction_id)
  const filter = { accountId, ...(status === undefined ? {} : { status }), ...(transactionId === undefined ? {} : { transactionId }) }
  const { list, total } = await listOrders(deps.pool, filter, { from: (page_cur - 1) * page_size, size: page_size })
  return { list: list.map(presentOrder), total, page_cur, page_size }
}

/** Every payment of an account, for its owner's copy of everything; newest first. */
export async function ordersOf(pool: Pool, accountId: number): Promise<MyOrder[]> {
  const { list } = await listOrders(pool, { accountId }, { from: 0, size: MOST })
  return list.map(presentOrder)
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** An order as its owner sees it: the accepted amount once it is decided, the quoted one before. */
function presentOrder(order: Order): MyOrder {
  return {
    id: order.id,
    transaction_id: order.transactionId,
    submit_time: iso(order.submittedAt),
    network_type: 'TRC20',
    amount: amountText(order.amount ?? order.quotedAmount),
    payment_address: order.paymentAddress,
    status: order.status,
    remark: order.reversalRemark ?? order.remark,
    review_time: order.reviewedAt === null ? null : iso(order.reviewedAt),
    reversed: order.reversedAt !== null,
  }
}
