import type { MyOrder, MyOrders, MyOrdersBody } from '@flowprint/contract'
import { amountText, readTransactionId } from '@flowprint/contract'
import type { MembershipDeps } from './membership-deps.ts'
import { listOrders } from './repository/order-rows.ts'
import type { Order } from './repository/order-rows.ts'

/** One's own payments, newest first. */
export async function listMyOrders(deps: Pick<MembershipDeps, 'pool'>, accountId: number, body: MyOrdersBody): Promise<MyOrders> {
  const { page_cur = 1, page_size = 10, status } = body
  const wanted = body.transaction_id?.trim() ?? ''
  const transactionId = wanted === '' ? undefined : (readTransactionId(wanted) ?? wanted.toLowerCase().replace(/[^0-9a-f]/g, ''))
  const filter = { accountId, ...(status === undefined ? {} : { status }), ...(transactionId === undefined ? {} : { transactionId }) }
  const { list, total } = await listOrders(deps.pool, filter, { from: (page_cur - 1) * page_size, size: page_size })
  return { list: list.map(presentOrder), total, page_cur, page_size }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** An order as its owner sees it: the accepted amount once it is decided, the quoted one before. */
export function presentOrder(order: Order): MyOrder {
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
