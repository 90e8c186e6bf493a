import type { AdminAudit, AdminAuditBody } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { findUserIds } from '../accounts/index.ts'
import type { AdminDeps } from './admin-deps.ts'
import { countAudit, listAuditRows } from './repository/audit-rows.ts'
import type { AuditFilter } from './repository/audit-rows.ts'

/** Maximum number of accounts that a search for an actor resolves to. */
const MAX_ACTORS = 200

/** Audit entries, newest first. */
export async function listAudit({ pool }: AdminDeps, body: AdminAuditBody): Promise<AdminAudit> {
  const { page_cur = 1, page_size = 10 } = body
  const filter = await auditFilter(pool, body)
  const [list, count] = await Promise.all([
    listAuditRows(pool, filter, { from: (page_cur - 1) * page_size, size: page_size }),
    countAudit(pool, filter),
  ])
  return { list, ...count, page_cur, page_size }
}

/** Builds the filter of a request and resolves actors to IDs. An object is a type, or a type and an ID: "account:7". */
export async function auditFilter(
  client: Queryable,
  { actor, action, object }: Pick<AdminAuditBody, 'actor' | 'action' | 'object'>,
): Promise<AuditFilter> {
  const [who, what, whom] = [actor, action, object].map((text) => text?.trim() ?? '')
  const colon = whom.indexOf(':')
  return {
    ...(who === '' ? {} : { actorIds: await findUserIds(client, who, MAX_ACTORS) }),
    ...(what === '' ? {} : { action: what }),
    ...(whom === '' ? {} : { objectType: colon < 0 ? whom : whom.slice(0, colon) }),
    ...(colon < 0 ? {} : { objectId: whom.slice(colon + 1) }),
  }
}
