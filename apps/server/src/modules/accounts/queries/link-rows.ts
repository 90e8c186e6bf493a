import { db } from '../../../platform/database/index.ts'
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
  await db(client)
    .insertInto('account_link')
    .values({
      account_id: link.accountId,
      kind: link.kind,
      hash: link.hash,
      email_key: link.emailKey,
      new_email: link.newEmail,
      created_at: new Date(link.createdAt),
      expires_at: new Date(link.expiresAt),
    })
    .execute()
}

export async function deleteUnusedLinks(client: Queryable, accountId: number, kind: LinkKind): Promise<void> {
  await db(client)
    .deleteFrom('account_link')
    .where(({ and }) => and({ account_id: accountId, kind }))
    .where('used_at', 'is', null)
    .execute()
}

/** A link that has not expired, used or not. */
export async function findLink(client: Queryable, kind: LinkKind, hash: Buffer, now: number): Promise<Link | null> {
  const row = await db(client)
    .selectFrom('account_link')
    .select(['id', 'account_id as accountId', 'email_key as emailKey', 'new_email as newEmail', 'used_at'])
    .where(({ and }) => and({ kind, hash }))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  if (row === undefined) return null
  const { used_at, ...link } = row
  return { ...link, isUsed: used_at !== null }
}

/** False if it was used or replaced since it was read. */
export async function useLink(client: Queryable, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db(client)
    .updateTable('account_link')
    .set({ used_at: new Date(now) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The new address that awaits confirmation, or null. */
export async function findPendingEmail(client: Queryable, accountId: number, now: number): Promise<string | null> {
  const row = await db(client)
    .selectFrom('account_link as l')
    .innerJoin('account as a', (join) =>
      join.onRef('a.id', '=', 'l.account_id').onRef('a.email_key', '=', 'l.email_key'),
    )
    .select('l.new_email')
    .where('l.account_id', '=', accountId)
    .where('l.kind', '=', 'email')
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row?.new_email ?? null
}
