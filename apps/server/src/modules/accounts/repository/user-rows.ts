import type { AdminUser, AdminUsersBody } from '@flowprint/contract'
import { emailKey, usernameKey } from '@flowprint/contract'
import { beginningWith, countCapped } from '../../../platform/database/index.ts'
import type { CappedCount, Queryable } from '../../../platform/database/index.ts'

/** Which accounts are wanted; `now` (ms) decides what has expired. */
export type UserFilter = Pick<AdminUsersBody, 'name' | 'role' | 'expired'> & { readonly now: number }

interface UserRow {
  id: number
  username: string
  first_name: string
  last_name: string
  email: string | null
  is_admin: boolean
  is_inviter: boolean
  expire_time: Date | null
  created_at: Date
  activated_at: Date | null
  disabled_at: Date | null
  inviter_id: number | null
}

const SELECT = `select a.id, a.username, a.first_name, a.last_name, a.email, a.is_admin, a.is_inviter, a.created_at, a.activated_at, a.disabled_at,
    nullif(m.expire_time, '-infinity') as expire_time, r.inviter_id
  from account a left join membership m on m.account_id = a.id left join referral r on r.invitee_id = a.id`

const ROLES = { admin: 'a.is_admin', inviter: 'a.is_inviter', user: 'not a.is_admin and not a.is_inviter' } as const

function conditions({ name, role, expired, now }: UserFilter): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const parts = ['true']
  const wanted = name?.trim() ?? ''
  if (wanted !== '') {
    const id = /^\d{1,15}$/.test(wanted) ? Number(wanted) : null
    const [idAt, nameAt, emailAt] = [id, beginningWith(usernameKey(wanted)), beginningWith(emailKey(wanted))].map((value) => values.push(value))
    parts.push(`(a.id = $${idAt} or a.username_key like $${nameAt} or a.email_key like $${emailAt})`)
  }
  if (role !== undefined) parts.push(ROLES[role])
  if (expired !== undefined) {
    const at = values.push(new Date(now))
    // Two questions, each with an index of its own: who runs is found without looking at everybody who does not.
    parts.push(expired
      ? `not a.is_admin and not exists (select from membership e where e.account_id = a.id and e.expire_time > $${at})`
      : `a.id in (select account_id from membership where expire_time > $${at} union all select id from account where is_admin)`)
  }
  return { where: parts.join(' and '), values }
}

/** Newest first. */
export async function listUsers(client: Queryable, filter: UserFilter, page: { from: number; size: number }): Promise<AdminUser[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<UserRow>(
    `${SELECT} where ${where} order by a.id desc limit $${values.length + 1} offset $${values.length + 2}`, [...values, page.size, page.from],
  )
  return rows.map((row) => present(row, filter.now))
}

export function countUsers(client: Queryable, filter: UserFilter): Promise<CappedCount> {
  const { where, values } = conditions(filter)
  return countCapped(client, `account a where ${where}`, values)
}

/** Accounts after an ID, in order of their IDs: for exports, which must not hold millions in memory. */
export async function usersAfter(client: Queryable, filter: UserFilter, afterId: number, size: number): Promise<AdminUser[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<UserRow>(
    `${SELECT} where ${where} and a.id > $${values.length + 1} order by a.id limit $${values.length + 2}`, [...values, afterId, size],
  )
  return rows.map((row) => present(row, filter.now))
}

/** IDs of the accounts that an ID, or the beginning of a user name or e-mail, means; no more than `most`. */
export async function findUserIds(client: Queryable, name: string, most: number): Promise<number[]> {
  const { where, values } = conditions({ name, now: 0 })
  const { rows } = await client.query<{ id: number }>(`select a.id from account a where ${where} limit $${values.length + 1}`, [...values, most])
  return rows.map(({ id }) => id)
}

/** How many registered since a time (ms) and proved their mailbox. */
export async function countRegistered(client: Queryable, since: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from account where created_at >= $1 and activated_at is not null', [new Date(since)],
  )
  return rows[0].n
}

function present(row: UserRow, now: number): AdminUser {
  return {
    id: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    role: [...(row.is_admin ? (['admin'] as const) : []), ...(row.is_inviter ? (['inviter'] as const) : [])],
    expire_time: row.expire_time?.toISOString() ?? null,
    // Administrators see everything without a membership.
    expired: !row.is_admin && (row.expire_time === null || row.expire_time.getTime() <= now),
    register_time: row.created_at.toISOString(),
    activated: row.activated_at !== null,
    disabled: row.disabled_at !== null,
    inviter_id: row.inviter_id,
  }
}
