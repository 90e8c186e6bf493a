import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** A session with its account. Times are ms since the epoch. */
export interface FoundSession {
  readonly id: number
  readonly accountId: number
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly stepUpUntil: number | null
  readonly replacedUntil: number | null
  readonly isAdmin: boolean
  readonly isInviter: boolean
  readonly isDisabled: boolean
  readonly otpEnabled: boolean
  /** Shares of the inviter await settlement, with or without the role. */
  readonly isOwed: boolean
}

/** Finds a session by token hash, or by ID for a stream that authenticated when it was opened. */
export async function findSession(
  client: Queryable,
  by: { readonly hash: Buffer } | { readonly id: number },
): Promise<FoundSession | null> {
  const found = db(client)
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.id', 's.account_id', 's.created_at', 's.last_seen_at', 's.expires_at', 's.step_up_until'])
    .select(['a.is_admin', 'a.is_inviter', 'a.disabled_at', 'a.otp_enabled_at'])
    .select(
      sql<boolean>`exists (select from promoter p where p.account_id = a.id and p.pending_count > 0)`.as('is_owed'),
    )
  const row =
    'hash' in by
      ? await found
          .innerJoin('session_token as t', 't.session_id', 's.id')
          .select('t.replaced_until')
          .where('t.hash', '=', by.hash)
          .executeTakeFirst()
      : await found
          .select(sql<Date | null>`null::timestamptz`.as('replaced_until'))
          .where('s.id', '=', by.id)
          .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    accountId: row.account_id,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    stepUpUntil: row.step_up_until?.getTime() ?? null,
    replacedUntil: row.replaced_until?.getTime() ?? null,
    isAdmin: row.is_admin,
    isInviter: row.is_inviter,
    isDisabled: row.disabled_at !== null,
    otpEnabled: row.otp_enabled_at !== null,
    isOwed: row.is_owed,
  }
}

export async function touchSession(client: Queryable, id: number, now: number): Promise<void> {
  await db(client)
    .updateTable('session')
    .set({ last_seen_at: sql`greatest(last_seen_at, ${new Date(now)})` })
    .where('id', '=', id)
    .execute()
}

export interface NewSession {
  readonly accountId: number
  readonly tokenHash: Buffer
  readonly createdAt: number
  readonly expiresAt: number
  readonly ua: string
  readonly ipHash: Buffer
}

/** The account must be locked. Beyond `max` sessions the least recently used one is deleted. */
export async function insertSession(client: Queryable, session: NewSession, max: number): Promise<number> {
  const { accountId, tokenHash, createdAt, expiresAt, ua, ipHash } = session
  await db(client)
    .deleteFrom('session')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('session')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(max - 1),
    )
    .execute()
  const at = new Date(createdAt)
  const { id } = await db(client)
    .insertInto('session')
    .values({
      account_id: accountId,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(expiresAt),
      ua,
      ip_hash: ipHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db(client).insertInto('session_token').values({ session_id: id, hash: tokenHash }).execute()
  return id
}

export interface SessionListRow {
  readonly id: number
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly ua: string
}

/** Most recently used first. */
export async function listSessions(client: Queryable, accountId: number): Promise<SessionListRow[]> {
  const rows = await db(client)
    .selectFrom('session')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'ua'])
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    ua: row.ua,
  }))
}

/** Deletes a session of the account; false if it has none with this ID. */
export async function deleteSession(client: Queryable, accountId: number, id: number): Promise<boolean> {
  const query = db(client).deleteFrom('session').where('account_id', '=', accountId).where('id', '=', id)
  return (await query.executeTakeFirst()).numDeletedRows === 1n
}

/** Deletes all sessions of the account except `but`. */
export async function deleteSessions(client: Queryable, accountId: number, but: number | null = null): Promise<void> {
  await db(client)
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(but !== null, (query) => query.where('id', '<>', but ?? 0))
    .execute()
}

export async function setStepUp(client: Queryable, id: number, until: number): Promise<void> {
  await db(client)
    .updateTable('session')
    .set({ step_up_until: new Date(until) })
    .where('id', '=', id)
    .execute()
}

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
