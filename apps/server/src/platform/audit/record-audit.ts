import type { Queryable } from '../database/index.ts'

export interface AuditEntry {
  /** ms since the epoch, of the server's clock. */
  readonly at: number
  /** Id of the account that acted; null = a command on the machine. */
  readonly actorId: number | null
  /** `Keys.hashAddress` of the request; null without one. */
  readonly ipHash: Buffer | null
  /** What was done, in the words of its call: "disable_user". */
  readonly action: string
  readonly objectType: string
  readonly objectId: string | number
  /** The fields that changed, before and after; null where there was or is nothing. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** Secrets are nobody's to read later, not even an administrator's. */
const SECRET = /password|secret|token|hash|otp_code|recovery_code/i

/** Records a dangerous act, in the transaction that does it. The table takes no changes afterwards. */
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

/** The fields as they may be kept and shown, however deep a secret lies. */
export function withoutSecrets(fields: NonNullable<AuditEntry['before']>): Record<string, unknown> {
  return JSON.parse(textOf(fields) as string) as Record<string, unknown>
}

function textOf(fields: AuditEntry['before']): string | null {
  if (fields === null) return null
  return JSON.stringify(fields, (name, value: unknown) => {
    if (SECRET.test(name)) return '[removed]'
    // Half a character, which JSON can write and PostgreSQL cannot keep, must not undo the act.
    return typeof value === 'string' ? value.toWellFormed() : value
  })
}
