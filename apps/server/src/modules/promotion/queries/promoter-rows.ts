import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** A current or former inviter with the sums of invitees and earnings. Amounts in micro-USDT, times in ms. */
export interface Promoter {
  readonly accountId: number
  readonly ratioBpOverride: number | null
  readonly referrals: number
  readonly activatedInvitees: number
  readonly payingInvitees: number
  readonly earningInvitees: number
  readonly dividends: number
  readonly pendingCount: number
  readonly pendingAmount: bigint
  readonly settledAmount: bigint
  readonly remindedAt: number | null
}

const selectPromoter = (client: Queryable, accountId: number) =>
  db(client)
    .selectFrom('promoter')
    .select(['account_id as accountId', 'ratio_bp_override as ratioBpOverride', 'referrals', 'dividends'])
    .select(['activated_invitees as activatedInvitees', 'paying_invitees as payingInvitees'])
    .select(['earning_invitees as earningInvitees', 'pending_count as pendingCount', 'reminded_at'])
    .select(sql<string>`pending_amount::text`.as('pendingAmount'))
    .select(sql<string>`settled_amount::text`.as('settledAmount'))
    .where('account_id', '=', accountId)

function promoterOf(row: InferResult<ReturnType<typeof selectPromoter>>[number] | undefined): Promoter | null {
  if (row === undefined) return null
  const { reminded_at, pendingAmount, settledAmount, ...rest } = row
  return {
    ...rest,
    pendingAmount: BigInt(pendingAmount),
    settledAmount: BigInt(settledAmount),
    remindedAt: reminded_at?.getTime() ?? null,
  }
}

export const findPromoter = async (client: Queryable, accountId: number): Promise<Promoter | null> =>
  promoterOf(await selectPromoter(client, accountId).executeTakeFirst())

/** Locks the promoter until the transaction ends, which serializes all changes of an inviter's shares. */
export const lockPromoter = async (client: Queryable, accountId: number): Promise<Promoter | null> =>
  promoterOf(await selectPromoter(client, accountId).forNoKeyUpdate().executeTakeFirst())

/** Increments of the sums. */
export interface PromoterChange {
  readonly activatedInvitees?: number
  readonly payingInvitees?: number
  readonly earningInvitees?: number
  readonly dividends?: number
  readonly pendingCount?: number
  readonly pendingAmount?: bigint
  readonly settledAmount?: bigint
}

const updatePromoter = (client: Queryable, accountId: number) =>
  db(client).updateTable('promoter').where('account_id', '=', accountId)

/** Adds to the sums of a locked promoter. */
export async function addToPromoter(client: Queryable, accountId: number, change: PromoterChange): Promise<void> {
  await updatePromoter(client, accountId)
    .set({
      activated_invitees: sql`activated_invitees + ${change.activatedInvitees ?? 0}`,
      paying_invitees: sql`paying_invitees + ${change.payingInvitees ?? 0}`,
      earning_invitees: sql`earning_invitees + ${change.earningInvitees ?? 0}`,
      dividends: sql`dividends + ${change.dividends ?? 0}`,
      pending_count: sql`pending_count + ${change.pendingCount ?? 0}`,
      pending_amount: sql`pending_amount + ${change.pendingAmount ?? 0n}`,
      settled_amount: sql`settled_amount + ${change.settledAmount ?? 0n}`,
    })
    .execute()
}

/** Sets the ratio override; null restores the level's ratio. The promoter must be locked. */
export async function setOverride(client: Queryable, accountId: number, ratioBp: number | null): Promise<void> {
  await updatePromoter(client, accountId).set({ ratio_bp_override: ratioBp }).execute()
}

/** Records a reminder; false if the last one is newer than `since` (ms). */
export async function markReminded(client: Queryable, accountId: number, at: number, since: number): Promise<boolean> {
  const { numUpdatedRows } = await updatePromoter(client, accountId)
    .set({ reminded_at: new Date(at) })
    .where(({ or, eb }) => or([eb('reminded_at', 'is', null), eb('reminded_at', '<=', new Date(since))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface PromoterAccount {
  readonly username: string
  readonly email: string | null
  readonly language: 'zh' | 'en'
  /** Null without the inviter role. */
  readonly inviteCode: string | null
  readonly isInviter: boolean
  /** Has the inviter role, and the account is neither disabled nor deleted. */
  readonly isActive: boolean
}

const account = (client: Queryable, accountId: number) =>
  db(client)
    .selectFrom('account')
    .select(['username', 'email', 'language', 'invite_code', 'is_inviter', 'disabled_at', 'deleted_at'])
    .where('id', '=', accountId)

function accountOf(row: InferResult<ReturnType<typeof account>>[number]): PromoterAccount {
  const { username, email, language, invite_code, is_inviter } = row
  return {
    username,
    email,
    language,
    isInviter: is_inviter,
    isActive: is_inviter && row.disabled_at === null && row.deleted_at === null,
    inviteCode: is_inviter ? invite_code : null,
  }
}

const missing = (accountId: number) => () => new Error(`Invariant: promoter ${accountId} has an account`)

export const findPromoterAccount = async (client: Queryable, accountId: number): Promise<PromoterAccount> =>
  accountOf(await account(client, accountId).executeTakeFirstOrThrow(missing(accountId)))

/** Reads the account with a share lock, so that its rights cannot change before the transaction ends. */
export const lockPromoterAccount = async (client: Queryable, accountId: number): Promise<PromoterAccount> =>
  accountOf(await account(client, accountId).forShare().executeTakeFirstOrThrow(missing(accountId)))

/** Whether the account has pending shares, with or without the inviter role. */
export async function isOwed(client: Queryable, accountId: number): Promise<boolean> {
  const query = db(client).selectFrom('promoter').where('account_id', '=', accountId).where('pending_count', '>', 0)
  return (await query.executeTakeFirst()) !== undefined
}

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

const selectReferral = (client: Queryable, inviteeId: number) =>
  db(client)
    .selectFrom('referral')
    .select(['invitee_id as inviteeId', 'inviter_id as inviterId', 'activated_at', 'first_paid_at'])
    .select(['paid_orders as paidOrders', 'dividends'])
    .where('invitee_id', '=', inviteeId)

function referralOf(row: InferResult<ReturnType<typeof selectReferral>>[number] | undefined): Referral | null {
  if (row === undefined) return null
  const { activated_at, first_paid_at, ...rest } = row
  return { ...rest, activatedAt: activated_at?.getTime() ?? null, firstPaidAt: first_paid_at?.getTime() ?? null }
}

export const findReferral = async (client: Queryable, inviteeId: number): Promise<Referral | null> =>
  referralOf(await selectReferral(client, inviteeId).executeTakeFirst())

/** Locks the referral until the transaction ends. */
export const lockReferral = async (client: Queryable, inviteeId: number): Promise<Referral | null> =>
  referralOf(await selectReferral(client, inviteeId).forNoKeyUpdate().executeTakeFirst())

const updateReferral = (client: Queryable, inviteeId: number) =>
  db(client).updateTable('referral').where('invitee_id', '=', inviteeId)

export async function markActivated(client: Queryable, inviteeId: number, at: number): Promise<void> {
  await updateReferral(client, inviteeId)
    .set({ activated_at: new Date(at) })
    .execute()
}

/** Writes the sums of a locked referral. */
export async function saveReferral(
  client: Queryable,
  { inviteeId, firstPaidAt, paidOrders, dividends }: Referral,
): Promise<void> {
  const first_paid_at = firstPaidAt === null ? null : new Date(firstPaidAt)
  await updateReferral(client, inviteeId).set({ first_paid_at, paid_orders: paidOrders, dividends }).execute()
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
