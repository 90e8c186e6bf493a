import type { Language } from '@flowprint/i18n'
import type { Queryable } from '../../../platform/database/index.ts'
import { accessEndsOf, isActive } from '../../membership/index.ts'

/** Owner of an alert. */
export interface Owner {
  readonly accountId: number
  readonly username: string
  readonly email: string
  readonly language: Language
  /** Sees markets with a delay. */
  readonly isDelayed: boolean
}

/** Owners among these accounts that may be used now. */
export async function findOwners(
  client: Queryable,
  accountIds: readonly number[],
  now: number,
): Promise<Map<number, Owner>> {
  const { rows } = await client.query<{
    id: number
    username: string
    email: string
    language: Language
    is_admin: boolean
  }>(
    `select a.id, a.username, a.email, a.language, a.is_admin from account a
     where a.id = any($1) and a.disabled_at is null and a.deleted_at is null and a.activated_at is not null`,
    [accountIds],
  )
  const ends = await accessEndsOf(client, accountIds, now)
  return new Map(
    rows.map(({ id, username, email, language, is_admin }) => [
      id,
      { accountId: id, username, email, language, isDelayed: !is_admin && !isActive(ends.get(id) ?? null, now) },
    ]),
  )
}
