import type { AdminUser, AdminUsersBody } from '@flowprint/contract'
import { COUNTED_MAX, emailKey, usernameKey } from '@flowprint/contract'
import { likePrefix, countCapped } from '../../../platform/database/index.ts'
import type { CappedCount, Queryable } from '../../../platform/database/index.ts'

/** Filter of a user list; `now` (ms) decides what has expired. */
export interface UserFilter extends Pick<AdminUsersBody, 'role' | 'expired'> {
  readonly now: number
  readonly named?: IdList | { readonly username: string; readonly email: string }
  /** Accounts with an active membership; 'many': too many to look up first, checked per row. */
  readonly members?: IdList | 'many'
}

interface IdList {
  readonly ids: readonly number[]
}

/**
 * Resolve at most this many accounts before the list query. Sorting few rows is faster than scanning all users, sorting
 * more is not.
 */
const MAX_RESOLVED_IDS = 1000

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

/** Joins related data for the rows of one page only. */
const selectUsers = (page: string): string => `
  select a.id, a.username, a.first_name, a.last_name, a.email, a.is_admin, a.is_inviter, a.created_at, a.activated_at, a.disabled_at,
    (select nullif(m.expire_time, '-infinity') from membership m where m.account_id = a.id) as expire_time,
    (select r.inviter_id from referral r where r.invitee_id = a.id) as inviter_id
  from (select a.* from account a where ${page}) a`

const ROLES = { admin: 'a.is_admin', inviter: 'a.is_inviter', user: 'not a.is_admin and not a.is_inviter' } as const

/**
 * Builds the filter of a request. A name (an ID, or the prefix of a username or e-mail) and members are resolved to IDs
 * if they are few.
 */
export async function userFilter(
  client: Queryable,
  { name, role, expired }: Pick<AdminUsersBody, 'name' | 'role' | 'expired'>,
  now: number,
): Promise<UserFilter> {
  const trimmedName = name?.trim() ?? ''
  return {
    now,
    ...(trimmedName === '' ? {} : { named: await findNamed(client, trimmedName) }),
    ...(role === undefined ? {} : { role }),
    ...(expired === undefined ? {} : { expired }),
    ...(expired === false ? { members: await findActiveMembers(client, now) } : {}),
  }
}

async function findNamed(client: Queryable, name: string): Promise<NonNullable<UserFilter['named']>> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : null
  const [username, email] = [likePrefix(usernameKey(name)), likePrefix(emailKey(name))]
  const { rows } = await client.query<{ id: number }>(
    `(select id from account where id = $1) union (select id from account where username_key like $2 limit ${MAX_RESOLVED_IDS + 1})
     union (select id from account where email_key like $3 limit ${MAX_RESOLVED_IDS + 1})`,
    [id, username, email],
  )
  return rows.length <= MAX_RESOLVED_IDS ? { ids: rows.map((row) => row.id) } : { username, email }
}

async function findActiveMembers(client: Queryable, now: number): Promise<NonNullable<UserFilter['members']>> {
  const { rows } = await client.query<{ id: number }>(
    `select account_id as id from membership where expire_time > $1 limit ${MAX_RESOLVED_IDS + 1}`,
    [new Date(now)],
  )
  return rows.length <= MAX_RESOLVED_IDS ? { ids: rows.map((row) => row.id) } : 'many'
}

/**
 * A scalar per row instead of `exists`: with `exists` PostgreSQL reads all memberships before the first row of a page.
 */
const isActiveMember = (at: number): string =>
  `coalesce((select e.expire_time > $${at} from membership e where e.account_id = a.id), false)`

function conditions({ named, role, expired, members, now }: UserFilter): { where: string; values: unknown[] } {
  const values: unknown[] = []
  const parts = ['true']
  const among = ({ ids }: IdList): string => `a.id = any($${values.push(ids)}::bigint[])`
  if (named !== undefined) {
    parts.push(
      'ids' in named
        ? among(named)
        : `(a.username_key like $${values.push(named.username)} or a.email_key like $${values.push(named.email)})`,
    )
  }
  if (role !== undefined) parts.push(ROLES[role])
  if (expired === true) parts.push(`not ${isActiveMember(values.push(new Date(now)))}`)
  if (expired === false)
    parts.push(
      members === undefined || members === 'many' ? isActiveMember(values.push(new Date(now))) : among(members),
    )
  return { where: parts.join(' and '), values }
}

/** Newest first. */
export async function listUsers(
  client: Queryable,
  filter: UserFilter,
  page: { from: number; size: number },
): Promise<AdminUser[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<UserRow>(
    `${selectUsers(`${where} order by a.id desc limit $${values.length + 1} offset $${values.length + 2}`)} order by a.id desc`,
    [...values, page.size, page.from],
  )
  return rows.map((row) => present(row, filter.now))
}

export function countUsers(client: Queryable, filter: UserFilter): Promise<CappedCount> {
  const { where, values } = conditions(filter)
  return countCapped(client, COUNTED_MAX, `account a where ${where}`, values)
}

/** Accounts after an ID, in order of their IDs: for exports, which stream millions of rows. */
export async function usersAfter(
  client: Queryable,
  filter: UserFilter,
  afterId: number,
  size: number,
): Promise<AdminUser[]> {
  const { where, values } = conditions(filter)
  const { rows } = await client.query<UserRow>(
    `${selectUsers(`${where} and a.id > $${values.length + 1} order by a.id limit $${values.length + 2}`)} order by a.id`,
    [...values, afterId, size],
  )
  return rows.map((row) => present(row, filter.now))
}

/** IDs of at most `most` accounts that match an ID or the prefix of a username or e-mail. */
export async function findUserIds(client: Queryable, name: string, most: number): Promise<number[]> {
  const { where, values } = conditions(await userFilter(client, { name }, 0))
  const { rows } = await client.query<{ id: number }>(
    `select a.id from account a where ${where} limit $${values.length + 1}`,
    [...values, most],
  )
  return rows.map(({ id }) => id)
}

/** Accounts that registered since a time (ms) and confirmed their mailbox. */
export async function countRegistered(client: Queryable, since: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from account where created_at >= $1 and activated_at is not null',
    [new Date(since)],
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
    expired: row.expire_time === null || row.expire_time.getTime() <= now,
    register_time: row.created_at.toISOString(),
    activated: row.activated_at !== null,
    disabled: row.disabled_at !== null,
    inviter_id: row.inviter_id,
  }
}
