import { COUNTED_MAX } from '@flowprint/contract'
import type { AuditRow } from '@flowprint/contract'
import { withoutSecrets } from '../../../platform/audit/index.ts'
import { countCapped } from '../../../platform/database/index.ts'
import type { CappedCount, Queryable } from '../../../platform/database/index.ts'

export interface AuditFilter {
  readonly actorIds?: readonly number[]
  readonly action?: string
  readonly objectType?: string
  readonly objectId?: string
}

type Fields = Record<string, unknown> | null

interface Row {
  id: number
  at: Date
  actor_id: number | null
  actor_name: string | null
  action: string
  object_type: string
  object_id: string
  before: Fields
  after: Fields
}

/** The address of the actor is stored for investigations only and never returned. */
const SELECT = `select l.id, l.at, l.actor_id, a.username as actor_name, l.action, l.object_type, l.object_id, l.before, l.after
  from audit_log l left join account a on a.id = l.actor_id`

function conditions({ actorIds, action, objectType, objectId }: AuditFilter): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const parts = ['true']
  if (actorIds !== undefined) parts.push(`l.actor_id = any($${values.push(actorIds)}::bigint[])`)
  if (action !== undefined) parts.push(`l.action = $${values.push(action)}`)
  if (objectType !== undefined) parts.push(`l.object_type = $${values.push(objectType)}`)
  if (objectId !== undefined) parts.push(`l.object_id = $${values.push(objectId)}`)
  return { where: parts.join(' and '), values }
}

export async function listAuditRows(
  client: Queryable,
  filter: AuditFilter,
  page: { from: number; size: number },
): Promise<AuditRow[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<Row>(
    `${SELECT} where ${where} order by l.id desc limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.size, page.from],
  )
  return rows.map(present)
}

export function countAudit(client: Queryable, filter: AuditFilter): Promise<CappedCount> {
  const { where, values } = conditions(filter)
  return countCapped(client, COUNTED_MAX, `audit_log l where ${where}`, values)
}

/** Entries after an ID, in order of their IDs. */
export async function auditAfter(
  client: Queryable,
  filter: AuditFilter,
  afterId: number,
  size: number,
): Promise<AuditRow[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<Row>(
    `${SELECT} where ${where} and l.id > $${values.length + 1} order by l.id limit $${values.length + 2}`,
    [...values, afterId, size],
  )
  return rows.map(present)
}

/** Secrets are removed when an entry is written; remove again those that an older version may have stored. */
const redact = (fields: Fields): Fields => (fields === null ? null : withoutSecrets(fields))

const present = (row: Row): AuditRow => ({
  ...row,
  at: row.at.toISOString(),
  before: redact(row.before),
  after: redact(row.after),
})
