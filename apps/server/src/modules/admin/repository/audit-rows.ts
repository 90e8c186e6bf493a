import { COUNTED_MAX } from '@flowprint/contract'
import type { AuditRow } from '@flowprint/contract'
import { withoutSecrets } from '../../../platform/audit/index.ts'
import type { InferResult } from 'kysely'
import { anyOf, countCapped, db } from '../../../platform/database/index.ts'
import type { CappedCount, Queryable } from '../../../platform/database/index.ts'

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

export async function listAuditRows(
  client: Queryable,
  filter: AuditFilter,
  page: { from: number; size: number },
): Promise<AuditRow[]> {
  const query = select(client, filter).orderBy('l.id', 'desc').limit(page.size).offset(page.from)
  return (await query.execute()).map(present)
}

export const countAudit = (client: Queryable, filter: AuditFilter): Promise<CappedCount> =>
  countCapped(client, COUNTED_MAX, matching(client, filter))

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
