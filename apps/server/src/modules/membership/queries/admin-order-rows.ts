import { amountText, MAX_COUNTED, emailKey, normalizeUsername } from '@flowprint/contract'
import type { AdminOrder } from '@flowprint/contract'
import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { anyOf, countCapped, db, likePrefix } from '../../../platform/database/index.ts'
import type { CappedCount, Queryable } from '../../../platform/database/index.ts'

export interface AdminOrderFilter {
  readonly status?: 'pending' | 'passed' | 'refused'
  /** Prefix of the transaction ID. */
  readonly transactionId?: string
  /** Owners of the orders. */
  readonly accountIds?: readonly number[]
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

function matching(client: Queryable, { status, transactionId, accountIds }: AdminOrderFilter) {
  return db(client)
    .selectFrom('payment_order as o')
    .$if(status !== undefined, (query) => query.where('o.status', '=', status ?? 'pending'))
    .$if(transactionId !== undefined, (query) =>
      query.where('o.transaction_id', 'like', likePrefix(transactionId ?? '')),
    )
    .$if(accountIds !== undefined, (query) => query.where('o.account_id', '=', anyOf(accountIds ?? [])))
}

/**
 * Orders with their owners, other claimants and reviewers. `duplicate_of`: the order that has the transaction now, else
 * a refused order of another account that had it.
 */
const select = (client: Queryable, filter: AdminOrderFilter) =>
  matching(client, filter)
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .leftJoin('account as r', 'r.id', 'o.reviewer_id')
    .select([
      'o.id',
      'o.transaction_id',
      'o.submitted_at',
      'o.payment_address',
      'o.status',
      'o.version',
      'o.remark',
      'o.reviewed_at',
      'o.reversed_at',
      'o.reversal_remark',
      'o.from_exchange',
      'o.is_late',
      'o.check_state',
      'o.check_reasons',
      'o.account_id',
      'a.username',
      'a.email',
      'r.username as reviewer_name',
    ])
    .select(sql<string>`o.quoted_amount::text`.as('quoted_amount'))
    .select(sql<string | null>`o.amount::text`.as('amount'))
    .select(sql<number>`(select count(*) from order_dispute d where d.order_id = o.id)`.as('disputes'))
    .select(
      sql<number | null>`(select p.id from payment_order p
        where p.network = o.network and p.transaction_id = o.transaction_id and p.id <> o.id
          and (p.status in ('pending', 'passed') or p.account_id <> o.account_id)
        order by p.status = 'refused', p.id desc limit 1)`.as('duplicate_of'),
    )

type Row = InferResult<ReturnType<typeof select>>[number]

function present(row: Row): AdminOrder {
  return {
    id: row.id,
    transaction_id: row.transaction_id,
    submit_time: row.submitted_at.toISOString(),
    network_type: 'TRC20',
    amount: amountText(BigInt(row.amount ?? row.quoted_amount)),
    payment_address: row.payment_address,
    status: row.status,
    remark: row.remark,
    review_time: iso(row.reviewed_at),
    reversed: row.reversed_at !== null,
    version: row.version,
    user_id: row.account_id,
    username: row.username,
    email: row.email,
    quoted_amount: amountText(BigInt(row.quoted_amount)),
    from_exchange: row.from_exchange,
    late: row.is_late,
    check_state: row.check_state,
    check_reasons: [...row.check_reasons],
    duplicate_of: row.duplicate_of,
    disputes: row.disputes,
    reviewer_name: row.reviewer_name,
    reversed_at: iso(row.reversed_at),
    reversal_remark: row.reversal_remark,
  }
}

/** Pending orders first, oldest first; then the others, newest first. */
export async function listAdminOrders(
  client: Queryable,
  filter: AdminOrderFilter,
  page: { from: number; size: number },
): Promise<AdminOrder[]> {
  const rows = await select(client, filter)
    .orderBy(sql`(o.status <> 'pending')`)
    .orderBy(sql`(case when o.status = 'pending' then o.id else -o.id end)`)
    .limit(page.size)
    .offset(page.from)
    .execute()
  return rows.map(present)
}

export const countAdminOrders = (client: Queryable, filter: AdminOrderFilter): Promise<CappedCount> =>
  countCapped(client, MAX_COUNTED, matching(client, filter))

export async function findAdminOrder(client: Queryable, id: number): Promise<AdminOrder | null> {
  const row = await select(client, {}).where('o.id', '=', id).executeTakeFirst()
  return row === undefined ? null : present(row)
}

/** Orders after an ID, in order of their IDs: for exports, which stream millions of rows. */
export async function adminOrdersAfter(
  client: Queryable,
  filter: AdminOrderFilter,
  afterId: number,
  size: number,
): Promise<AdminOrder[]> {
  const rows = await select(client, filter).where('o.id', '>', afterId).orderBy('o.id').limit(size).execute()
  return rows.map(present)
}

export async function listDisputes(
  client: Queryable,
  orderId: number,
): Promise<{ user_id: number; username: string; payment_address: string; claimed_at: string }[]> {
  const rows = await db(client)
    .selectFrom('order_dispute as d')
    .innerJoin('account as a', 'a.id', 'd.account_id')
    .select(['d.account_id as user_id', 'a.username', 'd.payment_address', 'd.claimed_at'])
    .where('d.order_id', '=', orderId)
    .orderBy('d.claimed_at')
    .orderBy('d.account_id')
    .execute()
  return rows.map((row) => ({ ...row, claimed_at: row.claimed_at.toISOString() }))
}

/** Maximum number of accounts that a search resolves to. */
const MAX = 200

/** Accounts that match an ID, or the prefix of a username or e-mail. */
export async function findAccountIds(client: Queryable, text: string): Promise<number[]> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null
  const rows = await db(client)
    .selectFrom('account')
    .select('id')
    .where(({ or, eb }) =>
      or([
        eb('id', '=', id),
        eb('username_key', 'like', likePrefix(normalizeUsername(text).toLowerCase())),
        eb('email_key', 'like', likePrefix(emailKey(text))),
      ]),
    )
    .limit(MAX)
    .execute()
  return rows.map((row) => row.id)
}
