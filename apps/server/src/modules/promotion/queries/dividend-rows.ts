import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { anyOf, db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { ShareDecision } from '../rules/levels.ts'

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
  await db(client)
    .insertInto('share_decision')
    .values({
      order_id: made.orderId,
      invitee_id: made.inviteeId,
      inviter_id: made.inviterId,
      paid_amount: made.paidAmount,
      paying_before: made.payingBefore,
      level: made.level,
      ratio_bp: made.ratioBp,
      outcome: made.outcome,
      decided_at: new Date(made.at),
    })
    .execute()
}

/** Records that the order of a decision was reversed; false if there was no decision. */
export async function insertReversal(client: Queryable, orderId: number, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db(client)
    .insertInto('share_reversal')
    .columns(['order_id', 'reversed_at'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('share_decision')
        .select(['order_id', cast<Date>(val(new Date(at)), 'timestamptz').as('reversed_at')])
        .where('order_id', '=', orderId),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether an invitee ever had a passed order, reversed or not. */
export async function hasEverPaid(client: Queryable, inviteeId: number): Promise<boolean> {
  const query = db(client).selectFrom('share_decision').where('invitee_id', '=', inviteeId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

export type NewDividend = Omit<Dividend, 'id' | 'status'> & { readonly createdAt: number; readonly availableAt: number }

/** Inserts a dividend as pending. */
export async function insertDividend(client: Queryable, dividend: NewDividend): Promise<void> {
  await db(client)
    .insertInto('dividend')
    .values({
      kind: dividend.kind,
      order_id: dividend.orderId,
      invitee_id: dividend.inviteeId,
      inviter_id: dividend.inviterId,
      paid_amount: dividend.paidAmount,
      ratio_bp: dividend.ratioBp,
      amount: dividend.amount,
      created_at: new Date(dividend.createdAt),
      available_at: new Date(dividend.availableAt),
    })
    .execute()
}

const shareOf = (client: Queryable, orderId: number) =>
  db(client)
    .selectFrom('dividend')
    .select(['id', 'kind', 'order_id as orderId', 'invitee_id as inviteeId', 'inviter_id as inviterId'])
    .select(['ratio_bp as ratioBp', 'status'])
    .select([sql<string>`paid_amount::text`.as('paidAmount'), sql<string>`amount::text`.as('amount')])
    .where(({ and }) => and({ order_id: orderId, kind: 'share' }))

const dividendOf = (row: InferResult<ReturnType<typeof shareOf>>[number] | undefined): Dividend | null =>
  row === undefined ? null : { ...row, paidAmount: BigInt(row.paidAmount), amount: BigInt(row.amount) }

/** The share of an order; null if it earned none. */
export const findShare = async (client: Queryable, orderId: number): Promise<Dividend | null> =>
  dividendOf(await shareOf(client, orderId).executeTakeFirst())

/** The same, with a row lock. */
export const lockShare = async (client: Queryable, orderId: number): Promise<Dividend | null> =>
  dividendOf(await shareOf(client, orderId).forNoKeyUpdate().executeTakeFirst())

/** Voids the share of an order that was reversed before settlement. */
export async function voidDividend(client: Queryable, id: number): Promise<void> {
  const { numUpdatedRows } = await db(client)
    .updateTable('dividend')
    .set({ status: 'void' })
    .where(({ and }) => and({ id, status: 'pending' }))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error(`Invariant: dividend ${id} was pending and locked`)
}

/** Dividends that can be settled now: pending and available. */
const available = (client: Queryable, inviterId: number, now: number) =>
  db(client)
    .selectFrom('dividend')
    .where(({ and }) => and({ inviter_id: inviterId, status: 'pending' }))
    .where('available_at', '<=', new Date(now))

/** Locks the dividends that can be settled now (only `ids` if given), in order of their IDs. */
export async function lockAvailable(
  client: Queryable,
  inviterId: number,
  now: number,
  ids: readonly number[] | null,
): Promise<{ readonly id: number; readonly amount: bigint }[]> {
  const rows = await available(client, inviterId, now)
    .select(['id', sql<string>`amount::text`.as('amount')])
    .$if(ids !== null, (query) => query.where('id', '=', anyOf(ids ?? [])))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id, amount }) => ({ id, amount: BigInt(amount) }))
}

/** Sum and count of the dividends that can be settled now. */
export async function sumAvailable(
  client: Queryable,
  inviterId: number,
  now: number,
): Promise<{ readonly amount: bigint; readonly count: number }> {
  const { amount, count } = await available(client, inviterId, now)
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('amount'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { amount: BigInt(amount), count }
}

/** Assigns rows to a payout; returns how many were still pending. */
export async function settleDividends(
  client: Queryable,
  ids: readonly number[],
  settlementRow: number,
): Promise<number> {
  const { numUpdatedRows } = await db(client)
    .updateTable('dividend')
    .set({ status: 'settled', settlement_id: settlementRow })
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
