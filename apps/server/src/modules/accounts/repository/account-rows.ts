import type { Language } from '@flowprint/i18n'
import type { Queryable } from '../../../platform/database/index.ts'

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

interface AccountRow {
  id: number
  username: string
  email: string
  email_key: string
  first_name: string
  last_name: string
  password_hash: string
  theme: Account['theme']
  language: Language
  is_admin: boolean
  is_inviter: boolean
  created_at: Date
  activated_at: Date | null
  disabled_at: Date | null
  delete_at: Date | null
  otp_secret: string | null
  otp_enabled_at: Date | null
  attempt_hash: string | null
}

const COLUMNS = `id, username, email, email_key, first_name, last_name, password_hash, theme, language, is_admin, is_inviter,
  created_at, activated_at, disabled_at, delete_at, otp_secret, otp_enabled_at, attempt_hash`

async function findWhere(client: Queryable, condition: string, value: unknown): Promise<Account | null> {
  const { rows } = await client.query<AccountRow>(
    `select ${COLUMNS} from account where deleted_at is null and ${condition}`,
    [value],
  )
  return rows.length === 0 ? null : accountOf(rows[0])
}

export const findAccount = (client: Queryable, id: number): Promise<Account | null> => findWhere(client, 'id = $1', id)

export const findByEmail = (client: Queryable, emailKey: string): Promise<Account | null> =>
  findWhere(client, 'email_key = $1', emailKey)

/**
 * Locks the account until the transaction ends, so that its changes are serialized. NO KEY: inserts of rows that
 * reference the account do not wait.
 */
export const lockAccount = (client: Queryable, id: number): Promise<Account | null> =>
  findWhere(client, 'id = $1 for no key update', id)

export const lockByEmail = (client: Queryable, emailKey: string): Promise<Account | null> =>
  findWhere(client, 'email_key = $1 for no key update', emailKey)

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
  const { rows } = await client.query<{ id: number }>(
    `insert into account (username, username_key, email, email_key, first_name, last_name, password_hash, language, created_at, activated_at, is_admin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
    [
      account.username,
      account.usernameKey,
      account.email,
      account.emailKey,
      account.firstName,
      account.lastName,
      account.passwordHash,
      account.language,
      new Date(account.createdAt),
      account.activatedAt === undefined ? null : new Date(account.activatedAt),
      account.isAdmin ?? false,
    ],
  )
  return rows[0]?.id ?? null
}

/** Columns to set. Keys are column names in SQL: never pass input from a request. */
export type AccountChange = Partial<{
  username: string
  username_key: string
  email: string
  email_key: string
  first_name: string
  last_name: string
  password_hash: string
  theme: Account['theme']
  language: Language
  is_admin: boolean
  is_inviter: boolean
  created_at: Date
  activated_at: Date
  disabled_at: Date | null
  delete_at: Date | null
  otp_secret: string | null
  otp_enabled_at: Date | null
  otp_step: number | null
  attempt_hash: string | null
  attempted_at: Date | null
}>

export async function updateAccount(client: Queryable, id: number, change: AccountChange): Promise<void> {
  const names = Object.keys(change)
  const set = names.map((name, i) => `${name} = $${i + 2}`).join(', ')
  await client.query(`update account set ${set} where id = $1`, [id, ...Object.values(change)])
}

/** IDs of the active administrators, locked so that the last two cannot leave at once. */
export async function lockAdmins(client: Queryable): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from account where is_admin and deleted_at is null and delete_at is null and disabled_at is null order by id for no key update',
  )
  return rows.map((row) => row.id)
}

export async function deleteUnactivated(client: Queryable, emailKey: string): Promise<void> {
  await client.query('delete from account where email_key = $1 and activated_at is null', [emailKey])
}

/** Whether the username is in use or reserved. */
export async function isUsernameTaken(client: Queryable, usernameKey: string, now: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select exists (select from account where username_key = $1)
       or exists (select from held_username where username_key = $1 and until > $2) as taken`,
    [usernameKey, new Date(now)],
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
  const { rowCount } = await client.query(
    `insert into held_username (username_key, until) values ($1, $3)
     on conflict (username_key) do update set until = $3 where held_username.until <= $2`,
    [usernameKey, new Date(now), new Date(until)],
  )
  return rowCount === 1
}

function accountOf(row: AccountRow): Account {
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
