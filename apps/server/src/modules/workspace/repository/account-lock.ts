import type { Queryable } from '../../../platform/database/index.ts'

/** Saves of one account follow each other: what they count stays true until they are done. */
export async function lockAccount(client: Queryable, accountId: number): Promise<void> {
  await client.query('select from account where id = $1 for no key update', [accountId])
}
