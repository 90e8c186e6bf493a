import type { Watchlist } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { nextVersion } from './next-version.ts'

export async function findWatchlist(client: Queryable, accountId: number): Promise<Watchlist | null> {
  const row = await db(client)
    .selectFrom('workspace_watchlist')
    .select(['version', 'items'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

/** Null if the stored version differs. */
export async function putWatchlist(
  client: Queryable,
  accountId: number,
  { version, items }: Watchlist,
  now: number,
): Promise<number | null> {
  const values = { items: JSON.stringify(items), saved_at: new Date(now) }
  const row =
    version === 0
      ? await db(client)
          .insertInto('workspace_watchlist')
          .values({ account_id: accountId, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db(client)
          .updateTable('workspace_watchlist')
          .set({ ...values, version: nextVersion })
          .where('account_id', '=', accountId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return row?.version ?? null
}
