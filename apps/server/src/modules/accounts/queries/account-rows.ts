import type { Language } from '@flowprint/i18n'
import { sql } from 'kysely'
import type { InferResult, NotNull, Updateable } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable, Schema } from '../../../platform/database/index.ts'

/** An account; queries here never return deleted ones. Times are ms since the epoch. */
export interface Account {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly emailKey: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly theme: 'light' | 'dark' | null
  readonly language: Language
  readonly isAdmin: boolean
  readonly isInviter: boolean
  readonly createdAt: number
  readonly isActivated: boolean
  /** Null until the mailbox is confirmed. */
  readonly activatedAt: number | null
  readonly isDisabled: boolean
  readonly deleteAt: number | null
  /** Encrypted; null if not set up. Used only when `otpEnabled`. */
  readonly otpSecret: string | null
  readonly otpEnabled: boolean
  /**
   * Hash of the password of the latest registration with this address after activation, with the salt of
   * `passwordHash`.
   */
  readonly attemptHash: string | null
}

const select = (client: Queryable) =>
  db(client)
    .selectFrom('account')
    .select(['id', 'username', 'email', 'email_key', 'first_name', 'last_name', 'password_hash', 'theme', 'language'])
    .select(['is_admin', 'is_inviter', 'created_at', 'activated_at', 'disabled_at', 'delete_at', 'otp_secret'])
    .select(['otp_enabled_at', 'attempt_hash'])
    .where('deleted_at', 'is', null)
    // Only deleted accounts lack these.
    .$narrowType<{ email: NotNull; email_key: NotNull; password_hash: NotNull }>()

type Row = InferResult<ReturnType<typeof select>>[number]

async function first(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<Account | null> {
  const row = await query.executeTakeFirst()
  return row === undefined ? null : accountOf(row)
}

export const findAccount = (client: Queryable, id: number): Promise<Account | null> =>
  first(select(client).where('id', '=', id))

export const findByEmail = (client: Queryable, emailKey: string): Promise<Account | null> =>
  first(select(client).where('email_key', '=', emailKey))

/**
 * Locks the account until the transaction ends, so that its changes are serialized. NO KEY: inserts of rows that
 * reference the account do not wait.
 */
export const lockAccount = (client: Queryable, id: number): Promise<Account | null> =>
  first(select(client).where('id', '=', id).forNoKeyUpdate())

export const lockByEmail = (client: Queryable, emailKey: string): Promise<Account | null> =>
  first(select(client).where('email_key', '=', emailKey).forNoKeyUpdate())

export interface NewAccount {
  readonly username: string
  readonly usernameKey: string
  readonly email: string
  readonly emailKey: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly language: Language
  readonly createdAt: number
  readonly activatedAt?: number
  readonly isAdmin?: boolean
}

/** Null if the username or the address is taken. */
export async function insertAccount(client: Queryable, account: NewAccount): Promise<number | null> {
  const row = await db(client)
    .insertInto('account')
    .values({
      username: account.username,
      username_key: account.usernameKey,
      email: account.email,
      email_key: account.emailKey,
      first_name: account.firstName,
      last_name: account.lastName,
      password_hash: account.passwordHash,
      language: account.language,
      created_at: new Date(account.createdAt),
      activated_at: account.activatedAt === undefined ? null : new Date(account.activatedAt),
      is_admin: account.isAdmin ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Columns to set. */
export type AccountChange = Updateable<Schema['account']>

export async function updateAccount(client: Queryable, id: number, change: AccountChange): Promise<void> {
  await db(client).updateTable('account').set(change).where('id', '=', id).execute()
}

/** IDs of the active administrators, locked so that the last two cannot leave at once. */
export async function lockAdmins(client: Queryable): Promise<number[]> {
  const rows = await db(client)
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`is_admin and deleted_at is null and delete_at is null and disabled_at is null`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteUnactivated(client: Queryable, emailKey: string): Promise<void> {
  await db(client).deleteFrom('account').where('email_key', '=', emailKey).where('activated_at', 'is', null).execute()
}

/** Whether the username is in use or reserved. */
export async function isUsernameTaken(client: Queryable, usernameKey: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from account where username_key = ${usernameKey})
      or exists (select from held_username where username_key = ${usernameKey} and until > ${new Date(now)}) as taken`.execute(
    db(client),
  )
  return rows[0].taken
}

/** False if it is already reserved. */
export async function reserveUsername(
  client: Queryable,
  usernameKey: string,
  now: number,
  until: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db(client)
    .insertInto('held_username')
    .values({ username_key: usernameKey, until: new Date(until) })
    .onConflict((conflict) =>
      conflict
        .column('username_key')
        .doUpdateSet({ until: new Date(until) })
        .where('held_username.until', '<=', new Date(now)),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function accountOf(row: Row): Account {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailKey: row.email_key,
    firstName: row.first_name,
    lastName: row.last_name,
    passwordHash: row.password_hash,
    theme: row.theme,
    language: row.language,
    isAdmin: row.is_admin,
    isInviter: row.is_inviter,
    createdAt: row.created_at.getTime(),
    isActivated: row.activated_at !== null,
    activatedAt: row.activated_at?.getTime() ?? null,
    isDisabled: row.disabled_at !== null,
    deleteAt: row.delete_at?.getTime() ?? null,
    otpSecret: row.otp_secret,
    otpEnabled: row.otp_enabled_at !== null,
    attemptHash: row.attempt_hash,
  }
}

/** Marks a time step as used; false if it or a newer one was used before. */
export async function consumeOtpStep(client: Queryable, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db(client)
    .updateTable('account')
    .set({ otp_step: step })
    .where('id', '=', accountId)
    .where(({ or, eb }) => or([eb('otp_step', 'is', null), eb('otp_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a recovery code; false if there is no such unused code. */
export async function consumeRecoveryCode(client: Queryable, accountId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db(client)
    .deleteFrom('recovery_code')
    .where(({ and }) => and({ account_id: accountId, hash }))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Replaces all recovery codes; an empty list removes them. */
export async function replaceRecoveryCodes(
  client: Queryable,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await db(client).deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  await db(client)
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, hash })))
    .execute()
}
