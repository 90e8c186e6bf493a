import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** An invitee with the sums of their orders and shares. Times in ms. */
export interface Referral {
  readonly inviteeId: number
  /** Null if the code belonged to no active inviter. */
  readonly inviterId: number | null
  readonly activatedAt: number | null
  readonly firstPaidAt: number | null
  readonly paidOrders: number
  readonly dividends: number
}

const select = (client: Queryable, inviteeId: number) =>
  db(client)
    .selectFrom('referral')
    .select(['invitee_id as inviteeId', 'inviter_id as inviterId', 'activated_at', 'first_paid_at'])
    .select(['paid_orders as paidOrders', 'dividends'])
    .where('invitee_id', '=', inviteeId)

function referralOf(row: InferResult<ReturnType<typeof select>>[number] | undefined): Referral | null {
  if (row === undefined) return null
  const { activated_at, first_paid_at, ...rest } = row
  return { ...rest, activatedAt: activated_at?.getTime() ?? null, firstPaidAt: first_paid_at?.getTime() ?? null }
}

export const findReferral = async (client: Queryable, inviteeId: number): Promise<Referral | null> =>
  referralOf(await select(client, inviteeId).executeTakeFirst())

/** Locks the referral until the transaction ends. */
export const lockReferral = async (client: Queryable, inviteeId: number): Promise<Referral | null> =>
  referralOf(await select(client, inviteeId).forNoKeyUpdate().executeTakeFirst())

const update = (client: Queryable, inviteeId: number) =>
  db(client).updateTable('referral').where('invitee_id', '=', inviteeId)

export async function markActivated(client: Queryable, inviteeId: number, at: number): Promise<void> {
  await update(client, inviteeId)
    .set({ activated_at: new Date(at) })
    .execute()
}

/** Writes the sums of a locked referral. */
export async function saveReferral(
  client: Queryable,
  { inviteeId, firstPaidAt, paidOrders, dividends }: Referral,
): Promise<void> {
  const first_paid_at = firstPaidAt === null ? null : new Date(firstPaidAt)
  await update(client, inviteeId).set({ first_paid_at, paid_orders: paidOrders, dividends }).execute()
}

/** Activated invitees who registered at or after a time (ms). */
export async function countInvitedSince(client: Queryable, inviterId: number, since: number): Promise<number> {
  const { n } = await db(client)
    .selectFrom('referral')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('inviter_id', '=', inviterId)
    .where('registered_at', '>=', new Date(since))
    .where('activated_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Start of the week (Monday 00:00 in the time zone, ms). */
export async function weekStart(client: Queryable, now: number, timeZone: string): Promise<number> {
  const { rows } = await sql<{
    start: Date
  }>`select date_trunc('week', ${new Date(now)}::timestamptz at time zone ${timeZone}) at time zone ${timeZone} as start`.execute(
    db(client),
  )
  return rows[0].start.getTime()
}
