import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

export interface TokenRow {
  readonly hash: Buffer
  /** ms since the epoch; null for the current token. */
  readonly replacedUntil: number | null
}

/** Tokens of a session, which stays locked until the transaction ends; empty if the session has ended. */
export async function lockTokens(client: Queryable, sessionId: number): Promise<TokenRow[]> {
  await db(client).selectFrom('session').where('id', '=', sessionId).forUpdate().execute()
  const rows = await db(client)
    .selectFrom('session_token')
    .select(['hash', 'replaced_until'])
    .where('session_id', '=', sessionId)
    .execute()
  return rows.map((row) => ({ hash: row.hash, replacedUntil: row.replaced_until?.getTime() ?? null }))
}

/** Replaces the current token; the old one stays valid until `oldUntil`. */
export async function replaceToken(
  client: Queryable,
  sessionId: number,
  hash: Buffer,
  now: number,
  oldUntil: number,
): Promise<void> {
  await db(client)
    .deleteFrom('session_token')
    .where('session_id', '=', sessionId)
    .where('replaced_until', '<=', new Date(now))
    .execute()
  await db(client)
    .updateTable('session_token')
    .set({ replaced_until: new Date(oldUntil) })
    .where('session_id', '=', sessionId)
    .where('replaced_until', 'is', null)
    .execute()
  await db(client).insertInto('session_token').values({ session_id: sessionId, hash }).execute()
}
