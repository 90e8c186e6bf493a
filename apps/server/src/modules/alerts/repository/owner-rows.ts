import type { Language } from '@flowprint/i18n'
import type { NotNull } from 'kysely'
import { anyOf, db } from '../../../platform/database/index.ts'
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
  const rows = await db(client)
    .selectFrom('account')
    .select(['id', 'username', 'email', 'language', 'is_admin'])
    .where('id', '=', anyOf(accountIds))
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('activated_at', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .execute()
  const ends = await accessEndsOf(client, accountIds, now)
  return new Map(
    rows.map(({ id, username, email, language, is_admin }) => [
      id,
      { accountId: id, username, email, language, isDelayed: !is_admin && !isActive(ends.get(id) ?? null, now) },
    ]),
  )
}
