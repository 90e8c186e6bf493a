import { amountText } from '@flowprint/contract'
import type { MyOrder, MyOrders, MyOrdersBody, MyOrdersExportQuery } from '@flowprint/contract'
import type { Pool } from 'pg'
import { csvFile } from '../../../platform/csv/index.ts'
import type { Columns } from '../../../platform/csv/index.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { findOwner, listOrders, ordersAfter } from './order-rows.ts'
import type { Order, OrderFilter, OrderOwner } from './order-rows.ts'
import { searchedTransaction } from '../rules/judge-payment.ts'

/** More payments than any account has. */
const MAX = 10_000

/** The user's payments, newest first. */
export async function listMyOrders(
  deps: Pick<MembershipDeps, 'pool'>,
  accountId: number,
  body: MyOrdersBody,
): Promise<MyOrders> {
  const { page_cur = 1, page_size = 10 } = body
  const { list, total } = await listOrders(deps.pool, filterOf(accountId, body), {
    from: (page_cur - 1) * page_size,
    size: page_size,
  })
  const owner = await findOwner(deps.pool, accountId)
  return { list: list.map((order) => presentOrder(order, owner)), total, page_cur, page_size }
}

/** Every payment of an account for the data export, newest first. */
export async function ordersOf(pool: Pool, accountId: number): Promise<MyOrder[]> {
  const { list } = await listOrders(pool, { accountId }, { from: 0, size: MAX })
  const owner = await findOwner(pool, accountId)
  return list.map((order) => presentOrder(order, owner))
}

/** The same fields as the JSON call. */
const COLUMNS: Columns<MyOrder> = {
  id: (row) => row.id,
  transaction_id: (row) => row.transaction_id,
  submit_time: (row) => row.submit_time,
  network_type: (row) => row.network_type,
  amount: (row) => row.amount,
  payment_address: (row) => row.payment_address,
  status: (row) => row.status,
  remark: (row) => row.remark,
  review_time: (row) => row.review_time,
  reversed: (row) => row.reversed,
  user_id: (row) => row.user_id,
  username: (row) => row.username,
  email: (row) => row.email,
}

/** Streams the user's payments as CSV text, oldest first. */
export async function* exportMyOrders(
  pool: Pool,
  accountId: number,
  query: MyOrdersExportQuery,
): AsyncGenerator<string> {
  const filter = filterOf(accountId, query)
  const owner = await findOwner(pool, accountId)
  yield* csvFile(COLUMNS, async (afterId, size) =>
    (await ordersAfter(pool, filter, afterId, size)).map((order) => presentOrder(order, owner)),
  )
}

function filterOf(accountId: number, { status, transaction_id }: MyOrdersExportQuery): OrderFilter {
  const transactionId = searchedTransaction(transaction_id)
  return {
    accountId,
    ...(status === undefined ? {} : { status }),
    ...(transactionId === undefined ? {} : { transactionId }),
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** An order as its owner sees it: with the accepted amount once decided, the quoted amount before. */
function presentOrder(order: Order, owner: OrderOwner): MyOrder {
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
    user_id: order.accountId,
    username: owner.username,
    email: owner.email,
  }
}
