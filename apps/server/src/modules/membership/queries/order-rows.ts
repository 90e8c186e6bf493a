import type { CheckReason } from '@flowprint/contract'
import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import type { Static } from 'typebox'
import { db, likePrefix } from '../../../platform/database/index.ts'
import type { CheckState, FoundPayment, Queryable } from '../../../platform/database/index.ts'

export type OrderReason = Static<typeof CheckReason>
export type CheckStateName = CheckState
export type { FoundPayment } from '../../../platform/database/index.ts'

/** A row of an order; amounts in micro-USDT, times in ms. */
export interface Order {
  readonly id: number
  readonly accountId: number
  readonly quoteId: number
  readonly transactionId: string
  readonly paymentAddress: string
  readonly fromExchange: boolean
  readonly receiveAddress: string
  readonly quotedAmount: bigint
  readonly amount: bigint | null
  readonly isLate: boolean
  readonly status: 'pending' | 'passed' | 'refused'
  readonly version: number
  readonly remark: string
  readonly reviewerId: number | null
  readonly submittedAt: number
  readonly reviewedAt: number | null
  readonly checkState: CheckStateName
  readonly checkReasons: readonly OrderReason[]
  readonly checkFound: FoundPayment | null
  readonly checkedAt: number | null
  readonly reversedAt: number | null
  readonly reversalRemark: string | null
}

/** Names whose values need no conversion; the others are converted in `orderOf`. */
const COLUMNS = [
  'id',
  'account_id as accountId',
  'quote_id as quoteId',
  'transaction_id as transactionId',
  'payment_address as paymentAddress',
  'from_exchange as fromExchange',
  'receive_address as receiveAddress',
  sql<string>`quoted_amount::text`.as('quoted_amount'),
  sql<string | null>`amount::text`.as('amount'),
  'is_late as isLate',
  'status',
  'version',
  'remark',
  'reviewer_id as reviewerId',
  'submitted_at',
  'reviewed_at',
  'check_state as checkState',
  'check_reasons as checkReasons',
  'check_found as checkFound',
  'checked_at',
  'reversed_at',
  'reversal_remark as reversalRemark',
] as const

const select = (client: Queryable) => db(client).selectFrom('payment_order').select(COLUMNS)

function orderOf(row: InferResult<ReturnType<typeof select>>[number]): Order {
  const { quoted_amount, submitted_at, reviewed_at, checked_at, reversed_at, ...order } = row
  return {
    ...order,
    quotedAmount: BigInt(quoted_amount),
    amount: order.amount === null ? null : BigInt(order.amount),
    submittedAt: submitted_at.getTime(),
    reviewedAt: reviewed_at?.getTime() ?? null,
    checkedAt: checked_at?.getTime() ?? null,
    reversedAt: reversed_at?.getTime() ?? null,
  }
}

type Row = Parameters<typeof orderOf>[0]

async function first(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<Order | null> {
  const row = await query.executeTakeFirst()
  return row === undefined ? null : orderOf(row)
}

export const findOrder = (client: Queryable, id: number): Promise<Order | null> =>
  first(select(client).where('id', '=', id))

/**
 * Locks an order and then its payer until the transaction ends. Both come before every other lock
 * (docs/decisions/payments.md).
 */
export async function lockOrder(client: Queryable, id: number): Promise<Order | null> {
  const order = await first(select(client).where('id', '=', id).forNoKeyUpdate())
  if (order !== null)
    await db(client).selectFrom('account').where('id', '=', order.accountId).forNoKeyUpdate().execute()
  return order
}

export const findPendingOrder = (client: Queryable, accountId: number): Promise<Order | null> =>
  first(select(client).where(({ and }) => and({ account_id: accountId, status: 'pending' })))

/** The order that has this transaction now, or null. */
export const findByTransaction = (client: Queryable, transactionId: string): Promise<Order | null> =>
  first(
    select(client)
      .where(({ and }) => and({ network: 'TRC20', transaction_id: transactionId }))
      .where('status', 'in', ['pending', 'passed']),
  )

/** How many orders of an account with this transaction were refused. */
export async function countRefused(client: Queryable, accountId: number, transactionId: string): Promise<number> {
  const { n } = await db(client)
    .selectFrom('payment_order')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(({ and }) => and({ account_id: accountId, transaction_id: transactionId, status: 'refused' }))
    .executeTakeFirstOrThrow()
  return n
}

export type NewOrder = Pick<
  Order,
  | 'accountId'
  | 'quoteId'
  | 'transactionId'
  | 'paymentAddress'
  | 'fromExchange'
  | 'receiveAddress'
  | 'quotedAmount'
  | 'isLate'
  | 'submittedAt'
>

/** Throws the database's unique violation if another order has the transaction, or the account has a pending order. */
export async function insertOrder(client: Queryable, order: NewOrder): Promise<Order> {
  const row = await db(client)
    .insertInto('payment_order')
    .values({
      account_id: order.accountId,
      quote_id: order.quoteId,
      network: 'TRC20',
      transaction_id: order.transactionId,
      payment_address: order.paymentAddress,
      from_exchange: order.fromExchange,
      receive_address: order.receiveAddress,
      quoted_amount: order.quotedAmount,
      is_late: order.isLate,
      submitted_at: new Date(order.submittedAt),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return orderOf(row)
}

/** Records that another account claims the transaction of an order; false if it is already recorded. */
export async function insertDispute(
  client: Queryable,
  orderId: number,
  accountId: number,
  paymentAddress: string,
  at: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db(client)
    .insertInto('order_dispute')
    .values({ order_id: orderId, account_id: accountId, payment_address: paymentAddress, claimed_at: new Date(at) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export interface Review {
  readonly status: 'passed' | 'refused'
  readonly amount: bigint | null
  readonly remark: string
  readonly reviewerId: number
  readonly at: number
}

/** Decides a pending order; null if it is no longer pending or its version has changed. */
export const reviewRow = (client: Queryable, id: number, version: number, review: Review): Promise<Order | null> =>
  first(
    db(client)
      .updateTable('payment_order')
      .set({
        status: review.status,
        amount: review.amount,
        remark: review.remark,
        reviewer_id: review.reviewerId,
        reviewed_at: new Date(review.at),
        version: sql`version + 1`,
      })
      .where(({ and }) => and({ id, version, status: 'pending' }))
      .returning(COLUMNS),
  )

/** Reverses a passed order; null if it is not passed or already reversed. */
export const reverseRow = (
  client: Queryable,
  id: number,
  { remark, actorId, at }: { remark: string; actorId: number; at: number },
): Promise<Order | null> =>
  first(
    db(client)
      .updateTable('payment_order')
      .set({ reversed_at: new Date(at), reversed_by: actorId, reversal_remark: remark, version: sql`version + 1` })
      .where(({ and }) => and({ id, status: 'passed' }))
      .where('reversed_at', 'is', null)
      .returning(COLUMNS),
  )

/** Stores the result of a chain lookup. The version stays the same, because this decides nothing. */
export async function saveCheck(
  client: Queryable,
  id: number,
  check: { state: CheckStateName; reasons: readonly OrderReason[]; found: FoundPayment | null; at: number },
): Promise<void> {
  await db(client)
    .updateTable('payment_order')
    .set({
      check_state: check.state,
      check_reasons: check.reasons,
      check_found: check.found === null ? null : JSON.stringify(check.found),
      checked_at: new Date(check.at),
    })
    .where('id', '=', id)
    .execute()
}

/** Owner of the orders; no address once the account is deleted. */
export interface OrderOwner {
  readonly username: string
  readonly email: string | null
}

export const findOwner = (client: Queryable, accountId: number): Promise<OrderOwner> =>
  db(client)
    .selectFrom('account')
    .select(['username', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow(() => new Error(`Invariant: account ${accountId} exists while it is signed in`))

export interface OrderFilter {
  readonly accountId: number
  readonly status?: Order['status']
  /** Prefix of the transaction ID. */
  readonly transactionId?: string
}

const matching = (client: Queryable, { accountId, status, transactionId }: OrderFilter) =>
  db(client)
    .selectFrom('payment_order')
    .where('account_id', '=', accountId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'pending'))
    .$if(transactionId !== undefined, (query) => query.where('transaction_id', 'like', likePrefix(transactionId ?? '')))

/** The account's orders after an ID, in order of their IDs. */
export async function ordersAfter(
  client: Queryable,
  filter: OrderFilter,
  afterId: number,
  size: number,
): Promise<Order[]> {
  const query = matching(client, filter).select(COLUMNS).where('id', '>', afterId).orderBy('id').limit(size)
  return (await query.execute()).map(orderOf)
}

/** The account's orders, newest first. */
export async function listOrders(
  client: Queryable,
  filter: OrderFilter,
  page: { from: number; size: number },
): Promise<{ list: Order[]; total: number }> {
  const orders = matching(client, filter)
  const { total } = await orders.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const query = orders.select(COLUMNS).orderBy('id', 'desc').limit(page.size).offset(page.from)
  return { list: (await query.execute()).map(orderOf), total }
}
