import type { Queryable } from '../../../platform/database/index.ts'

/** The inviter of an account, or null. */
export async function findInviter(client: Queryable, accountId: number): Promise<number | null> {
  const { rows } = await client.query<{ inviter_id: number | null }>(
    'select inviter_id from referral where invitee_id = $1',
    [accountId],
  )
  return rows[0]?.inviter_id ?? null
}
