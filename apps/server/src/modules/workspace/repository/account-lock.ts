import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Serializes the saves of one account, so that counts stay valid until the transaction ends. */
export async function lockAccount(client: Queryable, accountId: number): Promise<void> {
  await db(client).selectFrom('account').where('id', '=', accountId).forNoKeyUpdate().execute()
}
