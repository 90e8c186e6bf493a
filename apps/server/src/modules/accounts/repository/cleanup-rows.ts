import type { Queryable } from '../../../platform/database/index.ts'
import { deleteMailsTo } from '../../../platform/mail/index.ts'

export async function findDueDeletions(client: Queryable, now: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from account where delete_at <= $1 and deleted_at is null',
    [new Date(now)],
  )
  return rows.map((row) => row.id)
}

/**
 * Anonymizes an account whose deletion is due. The ID stays, because books and invitees refer to it. False if the owner
 * cancelled the deletion.
 */
export async function anonymizeAccount(client: Queryable, id: number, now: number): Promise<boolean> {
  const { rows } = await client.query<{ email: string | null }>(
    'select email from account where id = $1 for no key update',
    [id],
  )
  const { rowCount } = await client.query(
    `update account set username = 'deleted-' || id, username_key = 'deleted-' || id, email = null, email_key = null, first_name = '',
       last_name = '', password_hash = null, theme = null, is_admin = false, is_inviter = false, invite_code = null, activated_at = null,
       otp_secret = null, otp_enabled_at = null, otp_step = null, attempt_hash = null, attempted_at = null, deleted_at = $2
     where id = $1 and delete_at <= $2 and deleted_at is null`,
    [id, new Date(now)],
  )
  if (rowCount === 0) return false
  const email = rows[0]?.email ?? null
  if (email !== null) await deleteMailsTo(client, email)
  await client.query('delete from session where account_id = $1', [id])
  await client.query('delete from account_link where account_id = $1', [id])
  await client.query('delete from recovery_code where account_id = $1', [id])
  return true
}

/**
 * Deletes accounts registered before `before` and never activated (nothing refers to them), and clears registration
 * attempts of that age.
 */
export async function deleteUnactivatedBefore(client: Queryable, before: number): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    'delete from account where activated_at is null and deleted_at is null and created_at < $1 returning email',
    [new Date(before)],
  )
  for (const { email } of rows) await deleteMailsTo(client, email)
  await client.query('update account set attempt_hash = null, attempted_at = null where attempted_at < $1', [
    new Date(before),
  ])
}

export interface CleanupLimits {
  /** All in ms since the epoch. */
  readonly now: number
  /** Sessions last used at or before this time have expired. */
  readonly unusedSince: number
  /** Address hashes recorded before this time are deleted. */
  readonly addressesBefore: number
}

/** IDs of the sessions that `deleteExpired` will delete. */
export async function findExpiredSessions(client: Queryable, { now, unusedSince }: CleanupLimits): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from session where expires_at <= $1 or last_seen_at <= $2',
    [new Date(now), new Date(unusedSince)],
  )
  return rows.map((row) => row.id)
}

export async function deleteExpired(
  client: Queryable,
  { now, unusedSince, addressesBefore }: CleanupLimits,
): Promise<void> {
  const at = new Date(now)
  await client.query('delete from session where expires_at <= $1 or last_seen_at <= $2', [at, new Date(unusedSince)])
  await client.query('delete from session_token where replaced_until <= $1', [at])
  await client.query('delete from account_link where expires_at <= $1', [at])
  await client.query('delete from held_username where until <= $1', [at])
  await client.query('update session set ip_hash = null where ip_hash is not null and created_at < $1', [
    new Date(addressesBefore),
  ])
}
