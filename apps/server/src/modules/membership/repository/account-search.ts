import { emailKey, normalizeUsername } from '@flowprint/contract'
import { db, likePrefix } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Maximum number of accounts that a search resolves to. */
const MAX = 200

/** Accounts that match an ID, or the prefix of a username or e-mail. */
export async function findAccountIds(client: Queryable, text: string): Promise<number[]> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null
  const rows = await db(client)
    .selectFrom('account')
    .select('id')
    .where(({ or, eb }) =>
      or([
        eb('id', '=', id),
        eb('username_key', 'like', likePrefix(normalizeUsername(text).toLowerCase())),
        eb('email_key', 'like', likePrefix(emailKey(text))),
      ]),
    )
    .limit(MAX)
    .execute()
  return rows.map((row) => row.id)
}
