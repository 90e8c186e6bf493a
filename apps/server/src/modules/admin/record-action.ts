import type { Queryable } from '../../platform/database/index.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import type { AuditEntry } from '../../platform/audit/index.ts'
import type { Actor } from './admin-deps.ts'

type Action = Pick<AuditEntry, 'action' | 'objectType' | 'objectId' | 'before' | 'after'>

/** Records an administrator's action in its transaction. */
export async function recordAction(
  client: Queryable,
  { accountId, ipHash }: Actor,
  at: number,
  action: Action,
): Promise<void> {
  await recordAudit(client, { at, actorId: accountId, ipHash, ...action })
}
