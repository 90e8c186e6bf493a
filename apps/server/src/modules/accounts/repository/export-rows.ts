import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Ledger entries of the account, oldest first. */
export const findMembershipEvents = (client: Queryable, accountId: number): Promise<unknown[]> =>
  db(client)
    .selectFrom('membership_event')
    .select(['at', 'kind', 'days', 'from_time', 'to_time', 'remark'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()

/** Audit entries about the account or by it, oldest first; the identity of other actors is left out. */
export const findAuditAbout = (client: Queryable, accountId: number): Promise<unknown[]> =>
  db(client)
    .selectFrom('audit_log')
    .select(['at', 'action', 'object_type', 'object_id'])
    .select(sql<boolean | null>`actor_id = ${accountId}::bigint`.as('by_me'))
    .where(({ eb, or, and }) =>
      or([and({ object_type: 'account', object_id: String(accountId) }), eb('actor_id', '=', accountId)]),
    )
    .orderBy('id')
    .execute()
