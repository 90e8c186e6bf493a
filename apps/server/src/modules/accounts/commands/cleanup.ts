import { DAY_MS } from '@flowprint/orderflow'
import type { Pool } from 'pg'
import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import { inTransaction, db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { HOURLY } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { deleteAlerts, detachPushFromSessions } from '../../alerts/index.ts'
import { deleteWorkspace } from '../../workspace/index.ts'
import { MAX_IDLE_MS } from '../rules/session-life.ts'
import { deleteMailsTo } from '../../../platform/mail/index.ts'

/** Unactivated accounts are deleted after this time, which frees their address and username. */
export const UNACTIVATED_MS = 7 * DAY_MS
/** Retention of request addresses, which are stored as hashes. */
const ADDRESS_MS = 90 * DAY_MS

/** Deletes accounts whose deletion is due, unactivated accounts and expired sessions, links and addresses. */
export async function runAccountCleanup(pool: Pool, now: number): Promise<{ readonly deleted: number }> {
  const due = await findDueDeletions(pool, now)
  // One at a time: a login at this moment cancels the deletion.
  let deleted = 0
  for (const id of due) {
    const isDeleted = await inTransaction(pool, async (client) => {
      if (!(await anonymizeAccount(client, id, now))) return false
      await deleteWorkspace(client, id)
      await deleteAlerts(client, id)
      return true
    })
    if (isDeleted) deleted++
  }
  await deleteUnactivatedBefore(pool, now - UNACTIVATED_MS)
  const limits = { now, unusedSince: now - MAX_IDLE_MS, addressesBefore: now - ADDRESS_MS }
  await detachPushFromSessions(pool, await findExpiredSessions(pool, limits))
  await deleteExpired(pool, limits)
  return { deleted }
}

/** Hourly: a suspended machine wakes up late, and deletions must not be late by more than a day. */
export const accountCleanup = ({
  pool,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
}): ScheduledJob => ({
  name: 'account_cleanup',
  cron: HOURLY,
  async run() {
    const { deleted } = await runAccountCleanup(pool, clock.now())
    if (deleted > 0) log.info({ deleted }, 'deleted accounts whose deletion was due')
  },
})

async function findDueDeletions(client: Queryable, now: number): Promise<number[]> {
  const query = db(client).selectFrom('account').select('id').where('delete_at', '<=', new Date(now))
  return (await query.where('deleted_at', 'is', null).execute()).map((row) => row.id)
}

/**
 * Anonymizes an account whose deletion is due. The ID stays, because books and invitees refer to it. False if the owner
 * cancelled the deletion.
 */
async function anonymizeAccount(client: Queryable, id: number, now: number): Promise<boolean> {
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
async function deleteUnactivatedBefore(client: Queryable, before: number): Promise<void> {
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
async function findExpiredSessions(client: Queryable, { now, unusedSince }: CleanupLimits): Promise<number[]> {
  const rows = await db(client).selectFrom('session').select('id').where(hasExpired(now, unusedSince)).execute()
  return rows.map((row) => row.id)
}

const hasExpired = (now: number, unusedSince: number) =>
  sql<boolean>`(expires_at <= ${new Date(now)} or last_seen_at <= ${new Date(unusedSince)})`

async function deleteExpired(client: Queryable, { now, unusedSince, addressesBefore }: CleanupLimits): Promise<void> {
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
