import { MAX_COUNTED, emailKey, usernameKey } from '@flowprint/contract'
import type { AdminUser, AdminUsersBody } from '@flowprint/contract'
import { sql } from 'kysely'
import type { Expression, InferResult, NotNull } from 'kysely'
import type { Language } from '@flowprint/i18n'
import { countCapped, db, likePrefix } from '../../../platform/database/index.ts'
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

const ROLES = {
  admin: sql<boolean>`a.is_admin`,
  inviter: sql<boolean>`a.is_inviter`,
  user: sql<boolean>`not a.is_admin and not a.is_inviter`,
} as const

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
  const ids = db(client).selectFrom('account').select('id')
  const rows = await ids
    .where('id', '=', id)
    .union(({ parens }) => parens(ids.where('username_key', 'like', username).limit(MAX_RESOLVED_IDS + 1)))
    .union(({ parens }) => parens(ids.where('email_key', 'like', email).limit(MAX_RESOLVED_IDS + 1)))
    .execute()
  return rows.length <= MAX_RESOLVED_IDS ? { ids: rows.map((row) => row.id) } : { username, email }
}

async function findActiveMembers(client: Queryable, now: number): Promise<NonNullable<UserFilter['members']>> {
  const rows = await db(client)
    .selectFrom('membership')
    .select('account_id')
    .where('expire_time', '>', new Date(now))
    .limit(MAX_RESOLVED_IDS + 1)
    .execute()
  return rows.length <= MAX_RESOLVED_IDS ? { ids: rows.map((row) => row.account_id) } : 'many'
}

function matching(client: Queryable, { named, role, expired, members, now }: UserFilter) {
  /**
   * A scalar per row instead of `exists`: with `exists` PostgreSQL reads all memberships before the first row of a
   * page.
   */
  const isActiveMember = sql<boolean>`coalesce((select e.expire_time > ${new Date(now)} from membership e where e.account_id = a.id), false)`
  const among = ({ ids }: IdList) => sql<boolean>`a.id = any(${ids}::bigint[])`
  const conditions: (Expression<boolean> | undefined)[] = [
    named === undefined || 'ids' in named
      ? named && among(named)
      : sql<boolean>`(a.username_key like ${named.username} or a.email_key like ${named.email})`,
    role && ROLES[role],
    expired === true ? sql<boolean>`not ${isActiveMember}` : undefined,
    expired === false ? (members === undefined || members === 'many' ? isActiveMember : among(members)) : undefined,
  ]
  return db(client)
    .selectFrom('account as a')
    .where(({ and }) => and(conditions.filter((condition) => condition !== undefined)))
}

/** Joins related data for the rows of one page only. */
const selectUsers = (client: Queryable, page: ReturnType<typeof matching>) =>
  db(client)
    .selectFrom(page.selectAll('a').as('a'))
    .select(['a.id', 'a.username', 'a.first_name', 'a.last_name', 'a.email', 'a.is_admin', 'a.is_inviter'])
    .select(['a.created_at', 'a.activated_at', 'a.disabled_at'])
    .select(
      sql<Date | null>`(select nullif(m.expire_time, '-infinity') from membership m where m.account_id = a.id)`.as(
        'expire_time',
      ),
    )
    .select(sql<number | null>`(select r.inviter_id from referral r where r.invitee_id = a.id)`.as('inviter_id'))

/** Newest first. */
export async function listUsers(
  client: Queryable,
  filter: UserFilter,
  page: { from: number; size: number },
): Promise<AdminUser[]> {
  const users = matching(client, filter).orderBy('a.id', 'desc').limit(page.size).offset(page.from)
  const rows = await selectUsers(client, users).orderBy('a.id', 'desc').execute()
  return rows.map((row) => present(row, filter.now))
}

export const countUsers = (client: Queryable, filter: UserFilter): Promise<CappedCount> =>
  countCapped(client, MAX_COUNTED, matching(client, filter))

/** Accounts after an ID, in order of their IDs: for exports, which stream millions of rows. */
export async function usersAfter(
  client: Queryable,
  filter: UserFilter,
  afterId: number,
  size: number,
): Promise<AdminUser[]> {
  const users = matching(client, filter).where('a.id', '>', afterId).orderBy('a.id').limit(size)
  const rows = await selectUsers(client, users).orderBy('a.id').execute()
  return rows.map((row) => present(row, filter.now))
}

/** IDs of at most `most` accounts that match an ID or the prefix of a username or e-mail. */
export async function findUserIds(client: Queryable, name: string, most: number): Promise<number[]> {
  const rows = await matching(client, await userFilter(client, { name }, 0))
    .select('a.id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Accounts that registered since a time (ms) and confirmed their mailbox. */
export async function countRegistered(client: Queryable, since: number): Promise<number> {
  const { n } = await db(client)
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('created_at', '>=', new Date(since))
    .where('activated_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return n
}

function present(row: InferResult<ReturnType<typeof selectUsers>>[number], now: number): AdminUser {
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

export interface Administrator {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: Language
}

/** Administrators who can log in, as recipients of mails to all of them. */
export const listAdministrators = (client: Queryable): Promise<Administrator[]> =>
  db(client)
    .selectFrom('account')
    .select(['id', 'username', 'email', 'language'])
    .where(sql<boolean>`is_admin and activated_at is not null and disabled_at is null and deleted_at is null`)
    .$narrowType<{ email: NotNull }>()
    .orderBy('id')
    .execute()
