import type { Watchlist } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'

export async function findWatchlist(client: Queryable, accountId: number): Promise<Watchlist | null> {
  const { rows } = await client.query<Watchlist>(
    'select version, items from workspace_watchlist where account_id = $1',
    [accountId],
  )
  return rows[0] ?? null
}

/** Null if the stored version differs. */
export async function putWatchlist(
  client: Queryable,
  accountId: number,
  { version, items }: Watchlist,
  now: number,
): Promise<number | null> {
  const values = [accountId, JSON.stringify(items), new Date(now)]
  const { rows } =
    version === 0
      ? await client.query<{ version: number }>(
          'insert into workspace_watchlist (account_id, items, saved_at) values ($1, $2, $3) on conflict do nothing returning version',
          values,
        )
      : await client.query<{ version: number }>(
          `update workspace_watchlist set items = $2, saved_at = $3, version = nextval('workspace_version')
       where account_id = $1 and version = $4 returning version`,
          [...values, version],
        )
  return rows[0]?.version ?? null
}
