import type { Queryable } from '../../../platform/database/index.ts'
import type { ShareDecision } from '../rules/decide-share.ts'

/** The share of an order, or its clawback. Amounts in micro-USDT, times in ms. */
export interface Dividend {
  readonly id: number
  readonly kind: 'share' | 'clawback'
  readonly orderId: number
  readonly inviteeId: number
  readonly inviterId: number
  readonly paidAmount: bigint
  readonly ratioBp: number
  readonly amount: bigint
  readonly status: 'pending' | 'settled' | 'void'
}

export interface DecidedShare extends ShareDecision {
  readonly orderId: number
  readonly inviteeId: number
  readonly inviterId: number
  readonly paidAmount: bigint
  readonly payingBefore: number
  readonly at: number
}

/** Records the inputs of a share decision permanently; each order has one. */
export async function insertDecision(client: Queryable, made: DecidedShare): Promise<void> {
  await client.query(
    `insert into share_decision (order_id, invitee_id, inviter_id, paid_amount, paying_before, level, ratio_bp, outcome, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      made.orderId,
      made.inviteeId,
      made.inviterId,
      String(made.paidAmount),
      made.payingBefore,
      made.level,
      made.ratioBp,
      made.outcome,
      new Date(made.at),
    ],
  )
}

/** Records that the order of a decision was reversed; false if there was no decision. */
export async function insertReversal(client: Queryable, orderId: number, at: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into share_reversal (order_id, reversed_at) select order_id, $2 from share_decision where order_id = $1',
    [orderId, new Date(at)],
  )
  return rowCount === 1
}

/** Whether an invitee ever had a passed order, reversed or not. */
export async function hasEverPaid(client: Queryable, inviteeId: number): Promise<boolean> {
  const { rowCount } = await client.query('select from share_decision where invitee_id = $1 limit 1', [inviteeId])
  return rowCount !== 0
}

export type NewDividend = Omit<Dividend, 'id' | 'status'> & { readonly createdAt: number; readonly availableAt: number }

/** Inserts a dividend as pending. */
export async function insertDividend(client: Queryable, dividend: NewDividend): Promise<void> {
  await client.query(
    `insert into dividend (kind, order_id, invitee_id, inviter_id, paid_amount, ratio_bp, amount, created_at, available_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      dividend.kind,
      dividend.orderId,
      dividend.inviteeId,
      dividend.inviterId,
      String(dividend.paidAmount),
      dividend.ratioBp,
      String(dividend.amount),
      new Date(dividend.createdAt),
      new Date(dividend.availableAt),
    ],
  )
}

/** The share of an order; null if it earned none. */
export const findShare = (client: Queryable, orderId: number): Promise<Dividend | null> => oneShare(client, orderId, '')

/** The same, with a row lock. */
export const lockShare = (client: Queryable, orderId: number): Promise<Dividend | null> =>
  oneShare(client, orderId, 'for no key update')

async function oneShare(client: Queryable, orderId: number, lock: '' | 'for no key update'): Promise<Dividend | null> {
  const { rows } = await client.query<{
    id: number
    invitee_id: number
    inviter_id: number
    paid_amount: string
    ratio_bp: number
    amount: string
    status: Dividend['status']
  }>(
    `select id, invitee_id, inviter_id, paid_amount::text, ratio_bp, amount::text, status from dividend where order_id = $1 and kind = 'share' ${lock}`,
    [orderId],
  )
  if (rows.length === 0) return null
  const [row] = rows
  return {
    id: row.id,
    kind: 'share',
    orderId,
    inviteeId: row.invitee_id,
    inviterId: row.inviter_id,
    paidAmount: BigInt(row.paid_amount),
    ratioBp: row.ratio_bp,
    amount: BigInt(row.amount),
    status: row.status,
  }
}

/** Voids the share of an order that was reversed before settlement. */
export async function voidDividend(client: Queryable, id: number): Promise<void> {
  const { rowCount } = await client.query("update dividend set status = 'void' where id = $1 and status = 'pending'", [
    id,
  ])
  if (rowCount !== 1) throw new Error(`Invariant: dividend ${id} was pending and locked`)
}

/** Locks the dividends that can be settled now (pending and available; only `ids` if given), in order of their IDs. */
export async function lockAvailable(
  client: Queryable,
  inviterId: number,
  now: number,
  ids: readonly number[] | null,
): Promise<{ readonly id: number; readonly amount: bigint }[]> {
  const { rows } = await client.query<{ id: number; amount: string }>(
    `select id, amount::text from dividend
     where inviter_id = $1 and status = 'pending' and available_at <= $2 and ($3::bigint[] is null or id = any($3)) order by id for no key update`,
    [inviterId, new Date(now), ids],
  )
  return rows.map(({ id, amount }) => ({ id, amount: BigInt(amount) }))
}

/** Sum and count of the dividends that can be settled now. */
export async function sumAvailable(
  client: Queryable,
  inviterId: number,
  now: number,
): Promise<{ readonly amount: bigint; readonly count: number }> {
  const { rows } = await client.query<{ amount: string; n: number }>(
    "select coalesce(sum(amount), 0)::text as amount, count(*)::int as n from dividend where inviter_id = $1 and status = 'pending' and available_at <= $2",
    [inviterId, new Date(now)],
  )
  return { amount: BigInt(rows[0].amount), count: rows[0].n }
}

/** Assigns rows to a payout; returns how many were still pending. */
export async function settleDividends(
  client: Queryable,
  ids: readonly number[],
  settlementRow: number,
): Promise<number> {
  const { rowCount } = await client.query(
    "update dividend set status = 'settled', settlement_id = $2 where id = any($1) and status = 'pending'",
    [ids, settlementRow],
  )
  return rowCount ?? 0
}
