import type { Drawing } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { nextVersion } from './next-version.ts'

export interface StoredDrawings {
  readonly symbol: string
  readonly version: number
  readonly items: Drawing[]
}

const drawingsOf = (client: Queryable, accountId: number) =>
  db(client).selectFrom('workspace_drawings').select(['symbol', 'version', 'items']).where('account_id', '=', accountId)

export async function findDrawings(
  client: Queryable,
  accountId: number,
  symbol: string,
): Promise<StoredDrawings | null> {
  return (await drawingsOf(client, accountId).where('symbol', '=', symbol).executeTakeFirst()) ?? null
}

export const findAllDrawings = (client: Queryable, accountId: number): Promise<StoredDrawings[]> =>
  drawingsOf(client, accountId).orderBy('symbol').execute()

/** Counts drawings on the other symbols of the account. */
export const countOtherDrawings = (
  client: Queryable,
  accountId: number,
  symbol: string,
): Promise<{ symbols: number; items: number }> =>
  db(client)
    .selectFrom('workspace_drawings')
    .select(({ fn }) => fn.countAll<number>().as('symbols'))
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('count'), lit(0)).as('items'))
    .where('account_id', '=', accountId)
    .where('symbol', '<>', symbol)
    .executeTakeFirstOrThrow()

/** Null if the stored version differs. */
export async function putDrawings(
  client: Queryable,
  accountId: number,
  { symbol, version, items }: StoredDrawings,
  now: number,
): Promise<number | null> {
  const values = { items: JSON.stringify(items), count: items.length, saved_at: new Date(now) }
  const row =
    version === 0
      ? await db(client)
          .insertInto('workspace_drawings')
          .values({ account_id: accountId, symbol, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db(client)
          .updateTable('workspace_drawings')
          .set({ ...values, version: nextVersion })
          .where('account_id', '=', accountId)
          .where('symbol', '=', symbol)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return row?.version ?? null
}

/** False if the stored version differs. */
export async function deleteDrawings(
  client: Queryable,
  accountId: number,
  symbol: string,
  version: number,
): Promise<boolean> {
  const { numDeletedRows } = await db(client)
    .deleteFrom('workspace_drawings')
    .where('account_id', '=', accountId)
    .where('symbol', '=', symbol)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
