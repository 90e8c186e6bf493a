import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { deleteMailsTo } from '../../../platform/mail/index.ts'

export async function findDueDeletions(client: Queryable, now: number): Promise<number[]> {
  const query = db(client).selectFrom('account').select('id').where('delete_at', '<=', new Date(now))
  return (await query.where('deleted_at', 'is', null).execute()).map((row) => row.id)
}

/**
 * Anonymizes an account whose deletion is due. The ID stays, because books and invitees refer to it. False if the owner
 * cancelled the deletion.
 */
export async function anonymizeAccount(client: Queryable, id: number, now: number): Promise<boolean> {
  const before = await db(client)
    .selectFrom('account')
    .select('email')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { numUpdatedRows } = await db(client)
    .updateTable('account')
    .set({
      username: sql`'deleted-' || id`,
      username_key: sql`'deleted-' || id`,
      email: null,
      email_key: null,
      first_name: '',
      last_name: '',
      password_hash: null,
      theme: null,
      is_admin: false,
      is_inviter: false,
      invite_code: null,
      activated_at: null,
      otp_secret: null,
      otp_enabled_at: null,
      otp_step: null,
      attempt_hash: null,
      attempted_at: null,
      deleted_at: new Date(now),
    })
    .where('id', '=', id)
    .where('delete_at', '<=', new Date(now))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const email = before?.email ?? null
  if (email !== null) await deleteMailsTo(client, email)
  for (const table of ['session', 'account_link', 'recovery_code'] as const)
    await db(client).deleteFrom(table).where('account_id', '=', id).execute()
  return true
}

/**
 * Deletes accounts registered before `before` and never activated (nothing refers to them), and clears registration
 * attempts of that age.
 */
export async function deleteUnactivatedBefore(client: Queryable, before: number): Promise<void> {
  const rows = await db(client)
    .deleteFrom('account')
    .where('activated_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', new Date(before))
    .returning('email')
    .$narrowType<{ email: NotNull }>()
    .execute()
  for (const { email } of rows) await deleteMailsTo(client, email)
  await db(client)
    .updateTable('account')
    .set({ attempt_hash: null, attempted_at: null })
    .where('attempted_at', '<', new Date(before))
    .execute()
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
  const rows = await db(client).selectFrom('session').select('id').where(hasExpired(now, unusedSince)).execute()
  return rows.map((row) => row.id)
}

const hasExpired = (now: number, unusedSince: number) =>
  sql<boolean>`(expires_at <= ${new Date(now)} or last_seen_at <= ${new Date(unusedSince)})`

export async function deleteExpired(
  client: Queryable,
  { now, unusedSince, addressesBefore }: CleanupLimits,
): Promise<void> {
  const at = new Date(now)
  await db(client).deleteFrom('session').where(hasExpired(now, unusedSince)).execute()
  await db(client).deleteFrom('session_token').where('replaced_until', '<=', at).execute()
  await db(client).deleteFrom('account_link').where('expires_at', '<=', at).execute()
  await db(client).deleteFrom('held_username').where('until', '<=', at).execute()
  await db(client)
    .updateTable('session')
    .set({ ip_hash: null })
    .where('ip_hash', 'is not', null)
    .where('created_at', '<', new Date(addressesBefore))
    .execute()
}
