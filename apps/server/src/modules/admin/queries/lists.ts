import { MAX_COUNTED } from '@flowprint/contract'
import type { AdminAudit, AdminAuditBody, AuditRow, AdminUsers, AdminUsersBody } from '@flowprint/contract'
import type { InferResult } from 'kysely'
import { anyOf, countCapped, db } from '../../../platform/database/index.ts'
import type { Queryable, CappedCount } from '../../../platform/database/index.ts'
import { findUserIds, countUsers, listUsers, userFilter } from '../../accounts/index.ts'
import type { AdminDeps } from '../admin-deps.ts'
import { withoutSecrets } from '../../../platform/audit/index.ts'

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

export interface AuditFilter {
  readonly actorIds?: readonly number[]
  readonly action?: string
  readonly objectType?: string
  readonly objectId?: string
}

/** The address of the actor is stored for investigations only and never returned. */
function select(client: Queryable, filter: AuditFilter) {
  return matching(client, filter)
    .leftJoin('account as a', 'a.id', 'l.actor_id')
    .select(['l.id', 'l.at', 'l.actor_id', 'a.username as actor_name', 'l.action', 'l.object_type', 'l.object_id'])
    .select(['l.before', 'l.after'])
}

function matching(client: Queryable, { actorIds, action, objectType, objectId }: AuditFilter) {
  return db(client)
    .selectFrom('audit_log as l')
    .$if(actorIds !== undefined, (query) => query.where('l.actor_id', '=', anyOf(actorIds ?? [])))
    .$if(action !== undefined, (query) => query.where('l.action', '=', action ?? ''))
    .$if(objectType !== undefined, (query) => query.where('l.object_type', '=', objectType ?? ''))
    .$if(objectId !== undefined, (query) => query.where('l.object_id', '=', objectId ?? ''))
}

async function listAuditRows(
  client: Queryable,
  filter: AuditFilter,
  page: { from: number; size: number },
): Promise<AuditRow[]> {
  const query = select(client, filter).orderBy('l.id', 'desc').limit(page.size).offset(page.from)
  return (await query.execute()).map(present)
}

const countAudit = (client: Queryable, filter: AuditFilter): Promise<CappedCount> =>
  countCapped(client, MAX_COUNTED, matching(client, filter))

/** Entries after an ID, in order of their IDs. */
export async function auditAfter(
  client: Queryable,
  filter: AuditFilter,
  afterId: number,
  size: number,
): Promise<AuditRow[]> {
  const query = select(client, filter).where('l.id', '>', afterId).orderBy('l.id').limit(size)
  return (await query.execute()).map(present)
}

/** Secrets are removed when an entry is written; remove again those that an older version may have stored. */
const redact = (fields: AuditRow['before']): AuditRow['before'] => (fields === null ? null : withoutSecrets(fields))

const present = (row: InferResult<ReturnType<typeof select>>[number]): AuditRow => ({
  ...row,
  at: row.at.toISOString(),
  before: redact(row.before),
  after: redact(row.after),
})

/** All users that match, newest first. */
export async function listUsersFor({ pool, clock }: AdminDeps, body: AdminUsersBody): Promise<AdminUsers> {
  const { page_cur = 1, page_size = 10 } = body
  const filter = await userFilter(pool, body, clock.now())
  const [list, count] = await Promise.all([
    listUsers(pool, filter, { from: (page_cur - 1) * page_size, size: page_size }),
    countUsers(pool, filter),
  ])
  return { list, ...count, page_cur, page_size }
}
