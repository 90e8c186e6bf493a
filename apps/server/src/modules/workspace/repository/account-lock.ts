import type { Queryable } from '../../../platform/database/index.ts'

/** Serializes the saves of one account, so that counts stay valid until the transaction ends. */
export async function lockAccount(client: Queryable, accountId: number): Promise<void> {
  await client.query('select from account where id = $1 for no key update', [accountId])
}
