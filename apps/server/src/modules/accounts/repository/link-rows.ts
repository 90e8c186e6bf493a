import type { Queryable } from '../../../platform/database/index.ts'

export type LinkKind = 'activate' | 'reset' | 'email'

export interface NewLink {
  readonly accountId: number
  readonly kind: LinkKind
  readonly hash: Buffer
  /** Current address of the account. */
  readonly emailKey: string
  /** Only for "email": the new address. */
  readonly newEmail: string | null
  /** ms since the epoch. */
  readonly createdAt: number
  readonly expiresAt: number
}

export interface Link {
  readonly id: number
  readonly accountId: number
  readonly emailKey: string
  readonly newEmail: string | null
  readonly isUsed: boolean
}

/**
 * Replaces the unused link of the same kind. The account must be locked, or concurrent inserts violate the unique
 * index.
 */
export async function insertLink(client: Queryable, link: NewLink): Promise<void> {
  await deleteUnusedLinks(client, link.accountId, link.kind)
  await client.query(
    `insert into account_link (account_id, kind, hash, email_key, new_email, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      link.accountId,
      link.kind,
      link.hash,
      link.emailKey,
      link.newEmail,
      new Date(link.createdAt),
      new Date(link.expiresAt),
    ],
  )
}

export async function deleteUnusedLinks(client: Queryable, accountId: number, kind: LinkKind): Promise<void> {
  await client.query('delete from account_link where account_id = $1 and kind = $2 and used_at is null', [
    accountId,
    kind,
  ])
}

/** A link that has not expired, used or not. */
export async function findLink(client: Queryable, kind: LinkKind, hash: Buffer, now: number): Promise<Link | null> {
  const { rows } = await client.query<{
    id: number
    account_id: number
    email_key: string
    new_email: string | null
    used_at: Date | null
  }>(
    'select id, account_id, email_key, new_email, used_at from account_link where kind = $1 and hash = $2 and expires_at > $3',
    [kind, hash, new Date(now)],
  )
  if (rows.length === 0) return null
  const [row] = rows
  return {
    id: row.id,
    accountId: row.account_id,
    emailKey: row.email_key,
    newEmail: row.new_email,
    isUsed: row.used_at !== null,
  }
}

/** False if it was used or replaced since it was read. */
export async function useLink(client: Queryable, id: number, now: number): Promise<boolean> {
  const { rowCount } = await client.query(
    'update account_link set used_at = $2 where id = $1 and used_at is null and expires_at > $2',
    [id, new Date(now)],
  )
  return rowCount === 1
}

/** The new address that awaits confirmation, or null. */
export async function findPendingEmail(client: Queryable, accountId: number, now: number): Promise<string | null> {
  const { rows } = await client.query<{ new_email: string }>(
    `select l.new_email from account_link l join account a on a.id = l.account_id and a.email_key = l.email_key
     where l.account_id = $1 and l.kind = 'email' and l.used_at is null and l.expires_at > $2`,
    [accountId, new Date(now)],
  )
  return rows[0]?.new_email ?? null
}
