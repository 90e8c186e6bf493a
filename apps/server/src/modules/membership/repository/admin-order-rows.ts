import type { AdminOrder } from '@flowprint/contract'
import { amountText, COUNTED_MAX } from '@flowprint/contract'
import { likePrefix, countCapped } from '../../../platform/database/index.ts'
import type { CappedCount, Queryable } from '../../../platform/database/index.ts'

export interface AdminOrderFilter {
  readonly status?: 'pending' | 'passed' | 'refused'
  /** Prefix of the transaction ID. */
  readonly transactionId?: string
  /** Owners of the orders. */
  readonly accountIds?: readonly number[]
}

type Row = Record<string, unknown> & {
  id: number
  submitted_at: Date
  reviewed_at: Date | null
  reversed_at: Date | null
  quoted_amount: string
  amount: string | null
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/**
 * An order with its owner, other claimants and reviewer. `duplicate_of`: the order that has the transaction now, else a
 * refused order of another account that had it.
 */
const SELECT = `
  select o.id, o.transaction_id, o.submitted_at, o.network, o.quoted_amount::text, o.amount::text, o.payment_address, o.status, o.version, o.remark,
    o.reviewed_at, o.reversed_at, o.reversal_remark, o.from_exchange, o.is_late, o.check_state, o.check_reasons, o.account_id, a.username, a.email,
    r.username as reviewer_name,
    (select count(*)::int from order_dispute d where d.order_id = o.id) as disputes,
    (select p.id from payment_order p
     where p.network = o.network and p.transaction_id = o.transaction_id and p.id <> o.id
       and (p.status in ('pending', 'passed') or p.account_id <> o.account_id)
     order by p.status = 'refused', p.id desc limit 1) as duplicate_of
  from payment_order o join account a on a.id = o.account_id left join account r on r.id = o.reviewer_id`

function present(row: Row): AdminOrder {
  return {
    id: row.id,
    transaction_id: row.transaction_id as string,
    submit_time: row.submitted_at.toISOString(),
    network_type: 'TRC20',
    amount: amountText(BigInt(row.amount ?? row.quoted_amount)),
    payment_address: row.payment_address as string,
    status: row.status as AdminOrder['status'],
    remark: row.remark as string,
    review_time: iso(row.reviewed_at),
    reversed: row.reversed_at !== null,
    version: row.version as number,
    user_id: row.account_id as number,
    username: row.username as string,
    email: row.email as string | null,
    quoted_amount: amountText(BigInt(row.quoted_amount)),
    from_exchange: row.from_exchange as boolean,
    late: row.is_late as boolean,
    check_state: row.check_state as AdminOrder['check_state'],
    check_reasons: row.check_reasons as AdminOrder['check_reasons'],
    duplicate_of: row.duplicate_of as number | null,
    disputes: row.disputes as number,
    reviewer_name: row.reviewer_name as string | null,
    reversed_at: iso(row.reversed_at),
    reversal_remark: row.reversal_remark as string | null,
  }
}

function conditions(filter: AdminOrderFilter): { where: string; values: unknown[] } {
  const parts: string[] = []
  const values: unknown[] = []
  if (filter.status !== undefined) parts.push(`o.status = $${values.push(filter.status)}`)
  if (filter.transactionId !== undefined)
    parts.push(`o.transaction_id like $${values.push(likePrefix(filter.transactionId))}`)
  if (filter.accountIds !== undefined) parts.push(`o.account_id = any($${values.push(filter.accountIds)}::bigint[])`)
  return { where: parts.length === 0 ? '' : `where ${parts.join(' and ')}`, values }
}

/** Pending orders first, oldest first; then the others, newest first. */
export async function listAdminOrders(
  client: Queryable,
  filter: AdminOrderFilter,
  page: { from: number; size: number },
): Promise<AdminOrder[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<Row>(
    `${SELECT} ${where} order by (o.status <> 'pending'), (case when o.status = 'pending' then o.id else -o.id end)
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.size, page.from],
  )
  return rows.map(present)
}

export function countAdminOrders(client: Queryable, filter: AdminOrderFilter): Promise<CappedCount> {
  const { where, values } = conditions(filter)
  return countCapped(client, COUNTED_MAX, `payment_order o ${where}`, values)
}

export async function findAdminOrder(client: Queryable, id: number): Promise<AdminOrder | null> {
  const { rows } = await client.query<Row>(`${SELECT} where o.id = $1`, [id])
  return rows.length === 0 ? null : present(rows[0])
}

/** Orders after an ID, in order of their IDs: for exports, which stream millions of rows. */
export async function adminOrdersAfter(
  client: Queryable,
  filter: AdminOrderFilter,
  afterId: number,
  size: number,
): Promise<AdminOrder[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<Row>(
    `${SELECT} ${where === '' ? 'where' : `${where} and`} o.id > $${values.length + 1} order by o.id limit $${values.length + 2}`,
    [...values, afterId, size],
  )
  return rows.map(present)
}

export async function listDisputes(
  client: Queryable,
  orderId: number,
): Promise<{ user_id: number; username: string; payment_address: string; claimed_at: string }[]> {
  const { rows } = await client.query<{
    account_id: number
    username: string
    payment_address: string
    claimed_at: Date
  }>(
    `select d.account_id, a.username, d.payment_address, d.claimed_at from order_dispute d join account a on a.id = d.account_id
     where d.order_id = $1 order by d.claimed_at, d.account_id`,
    [orderId],
  )
  return rows.map((row) => ({
    user_id: row.account_id,
    username: row.username,
    payment_address: row.payment_address,
    claimed_at: row.claimed_at.toISOString(),
  }))
}
