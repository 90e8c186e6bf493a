import type { Queryable } from '../database/index.ts'

export interface AuditEntry {
  /** ms since the epoch, server clock. */
  readonly at: number
  /** Id of the account that acted; null = a command run on the machine. */
  readonly actorId: number | null
  /** `Keys.hashAddress` of the request's address; null without a request. */
  readonly ipHash: Buffer | null
  /** Name of the action, as in its call: "disable_user". */
  readonly action: string
  readonly objectType: string
  readonly objectId: string | number
  /** Changed fields before and after; null when there was or is nothing. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** Secrets must not be readable later, even by administrators. */
const SECRET = /password|secret|token|hash|otp_code|recovery_code/i

/** Records a sensitive action in the transaction that performs it. The table is append-only. */
export async function recordAudit(client: Queryable, entry: AuditEntry): Promise<void> {
  await client.query(
    `insert into audit_log (at, actor_id, ip_hash, action, object_type, object_id, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      new Date(entry.at),
      entry.actorId,
      entry.ipHash,
      entry.action,
      entry.objectType,
      String(entry.objectId),
      textOf(entry.before),
      textOf(entry.after),
    ],
  )
}

/** The fields without secrets, at any depth. */
export function withoutSecrets(fields: NonNullable<AuditEntry['before']>): Record<string, unknown> {
  return JSON.parse(textOf(fields) as string) as Record<string, unknown>
}

function textOf(fields: AuditEntry['before']): string | null {
  if (fields === null) return null
  return JSON.stringify(fields, (name, value: unknown) => {
    if (SECRET.test(name)) return '[removed]'
    // A lone surrogate is valid JSON but PostgreSQL rejects it; it must not roll back the action.
    return typeof value === 'string' ? value.toWellFormed() : value
  })
}

/** Removes the addresses from records older than `time`; the records stay. */
export async function removeAddresses(client: Queryable, time: number): Promise<void> {
  await client.query('update audit_log set ip_hash = null where at < $1 and ip_hash is not null', [new Date(time)])
}
