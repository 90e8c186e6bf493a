import { randomInt } from 'node:crypto'
import type { Sessions } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { AppError } from '../../../platform/http/index.ts'
import { presentSession } from '../queries/load-user.ts'
import { findAccount, lockAccount, lockAdmins, updateAccount } from '../queries/account-rows.ts'
import type { Account } from '../queries/account-rows.ts'
import { deleteSessions, listSessions } from '../queries/session-rows.ts'
import { isSessionAlive } from '../rules/session-life.ts'

/** Fields of an account that an administrator can change; deleted accounts are excluded. */
export type ManagedUser = Pick<
  Account,
  'id' | 'username' | 'email' | 'language' | 'isAdmin' | 'isInviter' | 'isDisabled'
> & {
  /** No other administrator is left. */
  readonly isLastAdmin: boolean
}

/** Locks an account. For an administrator, locks all administrators, so that the last two cannot be removed at once. */
export async function lockUser(client: Queryable, id: number): Promise<ManagedUser> {
  const seen = await findAccount(client, id)
  const admins = seen?.isAdmin === true ? await lockAdmins(client) : []
  const account = await lockAccount(client, id)
  if (account === null) throw new AppError('NOT_FOUND')
  const { username, email, language, isAdmin, isInviter, isDisabled } = account
  return {
    id,
    username,
    email,
    language,
    isAdmin,
    isInviter,
    isDisabled,
    isLastAdmin: isAdmin && admins.every((admin) => admin === id),
  }
}

/** Letters and digits that cannot be mistaken for each other; about 8.5e11 codes. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const MAX_ATTEMPTS = 20

/**
 * Sets the role of an account. An inviter gets a permanent code the first time. Sessions end only when a right is
 * removed: rights are read on every call, so a new inviter does not have to log in again. Returns the invite code, if
 * any.
 */
export async function setRights(
  client: Queryable,
  before: ManagedUser,
  rights: { isAdmin: boolean; isInviter: boolean },
): Promise<string | null> {
  const { id } = before
  await updateAccount(client, id, { is_admin: rights.isAdmin, is_inviter: rights.isInviter })
  if ((before.isAdmin && !rights.isAdmin) || (before.isInviter && !rights.isInviter)) await deleteSessions(client, id)
  return rights.isInviter ? giveInviteCode(client, id) : null
}

async function giveInviteCode(client: Queryable, id: number): Promise<string> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const code = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
    const { rows } = await sql<{ invite_code: string }>`
      update account set invite_code = coalesce(invite_code, ${code})
      where id = ${id} and (invite_code is not null or not exists (select from account where invite_code = ${code}))
      returning invite_code`.execute(db(client))
    if (rows.length > 0) return rows[0].invite_code
  }
  throw new Error('Invariant: a random invite code is free after a few attempts')
}

/** The invite code; null for accounts that were never inviters. */
export async function inviteCodeOf(client: Queryable, id: number): Promise<string | null> {
  const row = await db(client).selectFrom('account').select('invite_code').where('id', '=', id).executeTakeFirst()
  return row?.invite_code ?? null
}

/** Disables an account and ends its sessions; null enables it again. */
export async function setDisabled(client: Queryable, id: number, at: number | null): Promise<void> {
  await updateAccount(client, id, { disabled_at: at === null ? null : new Date(at) })
  if (at !== null) await deleteSessions(client, id)
}

/** Active sessions of an account, most recently used first. `currentId`: the session that asks. */
export async function sessionsOf(client: Queryable, id: number, currentId: number, now: number): Promise<Sessions> {
  const account = await findAccount(client, id)
  if (account === null) throw new AppError('NOT_FOUND')
  const rows = await listSessions(client, id)
  const alive = rows.filter((row) => isSessionAlive({ ...row, replacedUntil: null, isAdmin: account.isAdmin }, now))
  return { list: alive.map((row) => presentSession(row, currentId)) }
}

/** Ends any session and returns its account; null if there is no session with this ID. */
export async function endSession(client: Queryable, sessionId: number): Promise<number | null> {
  const query = db(client).deleteFrom('session').where('id', '=', sessionId)
  return (await query.returning('account_id').executeTakeFirst())?.account_id ?? null
}
