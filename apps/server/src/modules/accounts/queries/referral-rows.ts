import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

const inviters = (client: Queryable, code: string | null) =>
  db(client)
    .selectFrom('account')
    .where('invite_code', '=', code)
    .where(sql<boolean>`is_inviter and disabled_at is null and deleted_at is null`)

/**
 * Sets the invite code of an unactivated account to that of its latest registration; null if that had none. The account
 * must be locked. The sums of both inviters change, so they are locked in order of their IDs.
 */
export async function replaceReferral(
  client: Queryable,
  inviteeId: number,
  code: string | null,
  at: number,
): Promise<void> {
  await db(client)
    .selectFrom('promoter')
    .where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('referral')
        .select('inviter_id as id')
        .where('invitee_id', '=', inviteeId)
        .union(inviters(client, code).select('id').where('id', '<>', inviteeId)),
    )
    .orderBy('account_id')
    .forNoKeyUpdate()
    .execute()
  await db(client)
    .deleteFrom('referral')
    .where('invitee_id', '=', inviteeId)
    .where('activated_at', 'is', null)
    .execute()
  if (code !== null) await insertReferral(client, inviteeId, code, at)
}

/** Stores the code given at registration, and the inviter it belongs to, if any. */
export async function insertReferral(client: Queryable, inviteeId: number, code: string, at: number): Promise<void> {
  await db(client)
    .insertInto('referral')
    .values({
      invitee_id: inviteeId,
      inviter_id: inviters(client, code).select('id').where('id', '<>', inviteeId),
      code,
      registered_at: new Date(at),
    })
    .onConflict((conflict) => conflict.column('invitee_id').doNothing())
    .execute()
}

/** Name of the active inviter with this code, or null. */
export async function findInviterName(client: Queryable, code: string): Promise<string | null> {
  const row = await inviters(client, code).select('username').executeTakeFirst()
  return row?.username ?? null
}

export interface Referral {
  readonly inviterId: number | null
  readonly code: string
  /** ms since the epoch. */
  readonly registeredAt: number
}

export async function findReferral(client: Queryable, inviteeId: number): Promise<Referral | null> {
  const row = await db(client)
    .selectFrom('referral')
    .select(['inviter_id as inviterId', 'code', 'registered_at'])
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { registered_at, ...referral } = row
  return { ...referral, registeredAt: registered_at.getTime() }
}
