import type { Queryable } from '../../../platform/database/index.ts'

export interface TokenRow {
  readonly hash: Buffer
  /** ms since the epoch; null for the current token. */
  readonly replacedUntil: number | null
}

/** Tokens of a session, which stays locked until the transaction ends; empty if the session has ended. */
export async function lockTokens(client: Queryable, sessionId: number): Promise<TokenRow[]> {
  await client.query('select from session where id = $1 for update', [sessionId])
  const { rows } = await client.query<{ hash: Buffer; replaced_until: Date | null }>(
    'select hash, replaced_until from session_token where session_id = $1',
    [sessionId],
  )
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
  await client.query('delete from session_token where session_id = $1 and replaced_until <= $2', [
    sessionId,
    new Date(now),
  ])
  await client.query('update session_token set replaced_until = $2 where session_id = $1 and replaced_until is null', [
    sessionId,
    new Date(oldUntil),
  ])
  await client.query('insert into session_token (session_id, hash) values ($1, $2)', [sessionId, hash])
}
