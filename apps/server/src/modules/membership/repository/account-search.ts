import { emailKey, normalizeUsername } from '@flowprint/contract'
import { likePrefix } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Maximum number of accounts that a search resolves to. */
const MAX = 200

/** Accounts that match an ID, or the prefix of a username or e-mail. */
export async function findAccountIds(client: Queryable, text: string): Promise<number[]> {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null
  const { rows } = await client.query<{ id: number }>(
    `select id from account where id = $1 or username_key like $2 or email_key like $3 limit ${MAX}`,
    [id, likePrefix(normalizeUsername(text).toLowerCase()), likePrefix(emailKey(text))],
  )
  return rows.map((row) => row.id)
}
