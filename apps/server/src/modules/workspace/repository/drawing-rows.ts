import type { Drawing } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'

export interface StoredDrawings {
  readonly symbol: string
  readonly version: number
  readonly items: Drawing[]
}

export async function findDrawings(
  client: Queryable,
  accountId: number,
  symbol: string,
): Promise<StoredDrawings | null> {
  const { rows } = await client.query<StoredDrawings>(
    'select symbol, version, items from workspace_drawings where account_id = $1 and symbol = $2',
    [accountId, symbol],
  )
  return rows[0] ?? null
}

export async function findAllDrawings(client: Queryable, accountId: number): Promise<StoredDrawings[]> {
  const { rows } = await client.query<StoredDrawings>(
    'select symbol, version, items from workspace_drawings where account_id = $1 order by symbol',
    [accountId],
  )
  return rows
}

/** Counts drawings on the other symbols of the account. */
export async function countOtherDrawings(
  client: Queryable,
  accountId: number,
  symbol: string,
): Promise<{ symbols: number; items: number }> {
  const { rows } = await client.query<{ symbols: number; items: number }>(
    'select count(*) as symbols, coalesce(sum(count), 0)::bigint as items from workspace_drawings where account_id = $1 and symbol <> $2',
    [accountId, symbol],
  )
  return rows[0]
}

/** Null if the stored version differs. */
export async function putDrawings(
  client: Queryable,
  accountId: number,
  given: StoredDrawings,
  now: number,
): Promise<number | null> {
  const values = [accountId, given.symbol, JSON.stringify(given.items), given.items.length, new Date(now)]
  const { rows } =
    given.version === 0
      ? await client.query<{ version: number }>(
          `insert into workspace_drawings (account_id, symbol, items, count, saved_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning version`,
          values,
        )
      : await client.query<{ version: number }>(
          `update workspace_drawings set items = $3, count = $4, saved_at = $5, version = nextval('workspace_version')
       where account_id = $1 and symbol = $2 and version = $6 returning version`,
          [...values, given.version],
        )
  return rows[0]?.version ?? null
}

/** False if the stored version differs. */
export async function deleteDrawings(
  client: Queryable,
  accountId: number,
  symbol: string,
  version: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'delete from workspace_drawings where account_id = $1 and symbol = $2 and version = $3',
    [accountId, symbol, version],
  )
  return rowCount === 1
}
