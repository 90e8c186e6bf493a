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

interface FoundRow {
  id: number
  account_id: number
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  step_up_until: Date | null
  replaced_until: Date | null
  is_admin: boolean
  is_inviter: boolean
  disabled_at: Date | null
  otp_enabled_at: Date | null
  is_owed: boolean
}

const FOUND = `s.id, s.account_id, s.created_at, s.last_seen_at, s.expires_at, s.step_up_until,
  a.is_admin, a.is_inviter, a.disabled_at, a.otp_enabled_at, exists (select from promoter p where p.account_id = a.id and p.pending_count > 0) as is_owed`

/** Finds a session by token hash, or by ID for a stream that authenticated when it was opened. */
export async function findSession(
  client: Queryable,
  by: { readonly hash: Buffer } | { readonly id: number },
): Promise<FoundSession | null> {
  const { rows } =
    'hash' in by
      ? await client.query<FoundRow>(
          `select ${FOUND}, t.replaced_until from session_token t join session s on s.id = t.session_id
           join account a on a.id = s.account_id where t.hash = $1`,
          [by.hash],
        )
      : await client.query<FoundRow>(
          `select ${FOUND}, null::timestamptz as replaced_until from session s join account a on a.id = s.account_id where s.id = $1`,
          [by.id],
        )
  if (rows.length === 0) return null
  const [row] = rows
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
  await client.query('update session set last_seen_at = greatest(last_seen_at, $2) where id = $1', [id, new Date(now)])
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
  await client.query(
    'delete from session where id in (select id from session where account_id = $1 order by last_seen_at desc, id desc offset $2)',
    [accountId, max - 1],
  )
  const { rows } = await client.query<{ id: number }>(
    `insert into session (account_id, created_at, last_seen_at, expires_at, ua, ip_hash) values ($1, $2, $2, $3, $4, $5) returning id`,
    [accountId, new Date(createdAt), new Date(expiresAt), ua, ipHash],
  )
  await client.query('insert into session_token (session_id, hash) values ($1, $2)', [rows[0].id, tokenHash])
  return rows[0].id
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
  const { rows } = await client.query<{
    id: number
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    ua: string
  }>(
    'select id, created_at, last_seen_at, expires_at, ua from session where account_id = $1 order by last_seen_at desc, id desc',
    [accountId],
  )
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
  const { rowCount } = await client.query('delete from session where account_id = $1 and id = $2', [accountId, id])
  return rowCount === 1
}

/** Deletes all sessions of the account except `but`. */
export async function deleteSessions(client: Queryable, accountId: number, but: number | null = null): Promise<void> {
  await client.query('delete from session where account_id = $1 and ($2::bigint is null or id <> $2)', [accountId, but])
}

export async function setStepUp(client: Queryable, id: number, until: number): Promise<void> {
  await client.query('update session set step_up_until = $2 where id = $1', [id, new Date(until)])
}
