import type { CheckReason } from '@flowprint/contract'
import { likePrefix } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { Static } from 'typebox'

export type OrderReason = Static<typeof CheckReason>
export type CheckStateName = 'none' | 'checking' | 'not_found' | 'unconfirmed' | 'match' | 'mismatch' | 'error'

/** The payment found on the chain; amounts as decimal text of micro-USDT, because JSON numbers are not exact. */
export interface FoundPayment {
  readonly from: string | null
  readonly to: string | null
  readonly amount: string | null
  readonly block: number | null
  readonly blockTime: number | null
  readonly confirmed: boolean
}

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

interface OrderRow {
  id: number
  account_id: number
  quote_id: number
  transaction_id: string
  payment_address: string
  from_exchange: boolean
  receive_address: string
  quoted_amount: string
  amount: string | null
  is_late: boolean
  status: Order['status']
  version: number
  remark: string
  reviewer_id: number | null
  submitted_at: Date
  reviewed_at: Date | null
  check_state: CheckStateName
  check_reasons: OrderReason[]
  check_found: FoundPayment | null
  checked_at: Date | null
  reversed_at: Date | null
  reversal_remark: string | null
}

/** Prefixed with the table name, so that lists can join other tables. */
const COLUMNS = [
  'id',
  'account_id',
  'quote_id',
  'transaction_id',
  'payment_address',
  'from_exchange',
  'receive_address',
  'quoted_amount::text',
  'amount::text',
  'is_late',
  'status',
  'version',
  'remark',
  'reviewer_id',
  'submitted_at',
  'reviewed_at',
  'check_state',
  'check_reasons',
  'check_found',
  'checked_at',
  'reversed_at',
  'reversal_remark',
]
  .map((column) => `payment_order.${column}`)
  .join(', ')

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  accountId: row.account_id,
  quoteId: row.quote_id,
  transactionId: row.transaction_id,
  paymentAddress: row.payment_address,
  fromExchange: row.from_exchange,
  receiveAddress: row.receive_address,
  quotedAmount: BigInt(row.quoted_amount),
  amount: row.amount === null ? null : BigInt(row.amount),
  isLate: row.is_late,
  status: row.status,
  version: row.version,
  remark: row.remark,
  reviewerId: row.reviewer_id,
  submittedAt: row.submitted_at.getTime(),
  reviewedAt: timeOf(row.reviewed_at),
  checkState: row.check_state,
  checkReasons: row.check_reasons,
  checkFound: row.check_found,
  checkedAt: timeOf(row.checked_at),
  reversedAt: timeOf(row.reversed_at),
  reversalRemark: row.reversal_remark,
})

async function findOne(client: Queryable, where: string, values: unknown[]): Promise<Order | null> {
  const { rows } = await client.query<OrderRow>(`select ${COLUMNS} from payment_order where ${where}`, values)
  return rows.length === 0 ? null : orderOf(rows[0])
}

export const findOrder = (client: Queryable, id: number): Promise<Order | null> => findOne(client, 'id = $1', [id])

/**
 * Locks an order and then its payer until the transaction ends. Both come before every other lock
 * (docs/decisions/payments.md).
 */
export async function lockOrder(client: Queryable, id: number): Promise<Order | null> {
  const order = await findOne(client, 'id = $1 for no key update', [id])
  if (order !== null) await client.query('select from account where id = $1 for no key update', [order.accountId])
  return order
}

export const findPendingOrder = (client: Queryable, accountId: number): Promise<Order | null> =>
  findOne(client, "account_id = $1 and status = 'pending'", [accountId])

/** The order that has this transaction now, or null. */
export const findByTransaction = (client: Queryable, transactionId: string): Promise<Order | null> =>
  findOne(client, "network = 'TRC20' and transaction_id = $1 and status in ('pending', 'passed')", [transactionId])

/** How many orders of an account with this transaction were refused. */
export async function countRefused(client: Queryable, accountId: number, transactionId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from payment_order where account_id = $1 and transaction_id = $2 and status = 'refused'",
    [accountId, transactionId],
  )
  return rows[0].n
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
  const { rows } = await client.query<OrderRow>(
    `insert into payment_order
       (account_id, quote_id, network, transaction_id, payment_address, from_exchange, receive_address, quoted_amount, is_late, submitted_at)
     values ($1, $2, 'TRC20', $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      order.accountId,
      order.quoteId,
      order.transactionId,
      order.paymentAddress,
      order.fromExchange,
      order.receiveAddress,
      String(order.quotedAmount),
      order.isLate,
      new Date(order.submittedAt),
    ],
  )
  return orderOf(rows[0])
}

/** Records that another account claims the transaction of an order; false if it is already recorded. */
export async function insertDispute(
  client: Queryable,
  orderId: number,
  accountId: number,
  paymentAddress: string,
  at: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into order_dispute (order_id, account_id, payment_address, claimed_at) values ($1, $2, $3, $4) on conflict do nothing',
    [orderId, accountId, paymentAddress, new Date(at)],
  )
  return rowCount === 1
}

export interface Review {
  readonly status: 'passed' | 'refused'
  readonly amount: bigint | null
  readonly remark: string
  readonly reviewerId: number
  readonly at: number
}

/** Decides a pending order; null if it is no longer pending or its version has changed. */
export async function reviewRow(client: Queryable, id: number, version: number, review: Review): Promise<Order | null> {
  const { rows } = await client.query<OrderRow>(
    `update payment_order set status = $3, amount = $4, remark = $5, reviewer_id = $6, reviewed_at = $7, version = version + 1
     where id = $1 and version = $2 and status = 'pending' returning ${COLUMNS}`,
    [
      id,
      version,
      review.status,
      review.amount === null ? null : String(review.amount),
      review.remark,
      review.reviewerId,
      new Date(review.at),
    ],
  )
  return rows.length === 0 ? null : orderOf(rows[0])
}

/** Reverses a passed order; null if it is not passed or already reversed. */
export async function reverseRow(
  client: Queryable,
  id: number,
  act: { remark: string; actorId: number; at: number },
): Promise<Order | null> {
  const { rows } = await client.query<OrderRow>(
    `update payment_order set reversed_at = $2, reversed_by = $3, reversal_remark = $4, version = version + 1
     where id = $1 and status = 'passed' and reversed_at is null returning ${COLUMNS}`,
    [id, new Date(act.at), act.actorId, act.remark],
  )
  return rows.length === 0 ? null : orderOf(rows[0])
}

/** Stores the result of a chain lookup. The version stays the same, because this decides nothing. */
export async function saveCheck(
  client: Queryable,
  id: number,
  check: { state: CheckStateName; reasons: readonly OrderReason[]; found: FoundPayment | null; at: number },
): Promise<void> {
  await client.query(
    'update payment_order set check_state = $2, check_reasons = $3, check_found = $4, checked_at = $5 where id = $1',
    [id, check.state, check.reasons, check.found === null ? null : JSON.stringify(check.found), new Date(check.at)],
  )
}

/** Owner of the orders; no address once the account is deleted. */
export interface OrderOwner {
  readonly username: string
  readonly email: string | null
}

export async function findOwner(client: Queryable, accountId: number): Promise<OrderOwner> {
  const { rows } = await client.query<OrderOwner & Record<string, unknown>>(
    'select username, email from account where id = $1',
    [accountId],
  )
  if (rows.length === 0) throw new Error(`Invariant: account ${accountId} exists while it is signed in`)
  return rows[0]
}

export interface OrderFilter {
  readonly accountId: number
  readonly status?: Order['status']
  /** Prefix of the transaction ID. */
  readonly transactionId?: string
}

function conditionOf(filter: OrderFilter): { readonly condition: string; readonly values: unknown[] } {
  const where = ['account_id = $1']
  const values: unknown[] = [filter.accountId]
  if (filter.status !== undefined) where.push(`status = $${values.push(filter.status)}`)
  if (filter.transactionId !== undefined)
    where.push(`transaction_id like $${values.push(likePrefix(filter.transactionId))}`)
  return { condition: where.join(' and '), values }
}

/** The account's orders after an ID, in order of their IDs. */
export async function ordersAfter(
  client: Queryable,
  filter: OrderFilter,
  afterId: number,
  size: number,
): Promise<Order[]> {
  const { condition, values } = conditionOf(filter)
  const { rows } = await client.query<OrderRow>(
    `select ${COLUMNS} from payment_order where ${condition} and id > $${values.length + 1} order by id limit $${values.length + 2}`,
    [...values, afterId, size],
  )
  return rows.map(orderOf)
}

/** The account's orders, newest first. */
export async function listOrders(
  client: Queryable,
  filter: OrderFilter,
  page: { from: number; size: number },
): Promise<{ list: Order[]; total: number }> {
  const { condition, values } = conditionOf(filter)
  const { rows: counted } = await client.query<{ n: number }>(
    `select count(*)::int as n from payment_order where ${condition}`,
    values,
  )
  const { rows } = await client.query<OrderRow>(
    `select ${COLUMNS} from payment_order where ${condition} order by id desc limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.size, page.from],
  )
  return { list: rows.map(orderOf), total: counted[0].n }
}
