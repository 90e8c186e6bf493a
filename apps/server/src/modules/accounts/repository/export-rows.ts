import type { Queryable } from '../../../platform/database/index.ts'

/** Ledger entries of the account, oldest first. */
export async function findMembershipEvents(client: Queryable, accountId: number): Promise<unknown[]> {
  const { rows } = await client.query(
    'select at, kind, days, from_time, to_time, remark from membership_event where account_id = $1 order by id',
    [accountId],
  )
  return rows
}

/** Audit entries about the account or by it, oldest first; the identity of other actors is left out. */
export async function findAuditAbout(client: Queryable, accountId: number): Promise<unknown[]> {
  const { rows } = await client.query(
    `select at, action, object_type, object_id, actor_id = $1::bigint as by_me from audit_log
     where (object_type = 'account' and object_id = $1::text) or actor_id = $1::bigint order by id`,
    [accountId],
  )
  return rows
}
