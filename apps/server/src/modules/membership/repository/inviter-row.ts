import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** The inviter of an account, or null. */
export async function findInviter(client: Queryable, accountId: number): Promise<number | null> {
  const row = await db(client)
    .selectFrom('referral')
    .select('inviter_id')
    .where('invitee_id', '=', accountId)
    .executeTakeFirst()
  return row?.inviter_id ?? null
}
