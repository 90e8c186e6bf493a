import type { Queryable } from '../../platform/database/index.ts'
import { extend } from './ledger.ts'

export interface Grant {
  readonly accountId: number
  /** Whole days of 24 hours, at least 1. */
  readonly days: number
  /** ms since the epoch, of the server's clock. */
  readonly at: number
  /** trial: once per account; the database rejects a second one. */
  readonly kind?: 'grant' | 'trial'
  /** Account that grants them; null for the program or a command. */
  readonly actorId: number | null
  readonly remark?: string
}

/**
 * Extends a membership by days and returns its new expire time (ms since the epoch). `client` must be inside a
 * transaction.
 */
export async function grantDays(client: Queryable, grant: Grant): Promise<number> {
  const { accountId, days, at, kind = 'grant', actorId, remark = '' } = grant
  if (!Number.isSafeInteger(days) || days < 1)
    throw new RangeError(`Condition failed: days must be whole days, at least 1, got ${days}`)
  return extend(client, { accountId, at, kind, length: days, orderId: null, actorId, remark })
}
