import type { Drawing, LayoutContent, Layouts, ScanContent, Scans, Watchlist } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Serializes the saves of one account, so that counts stay valid until the transaction ends. */
export async function lockAccount(client: Queryable, accountId: number): Promise<void> {
  await db(client).selectFrom('account').where('id', '=', accountId).forNoKeyUpdate().execute()
}

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

export type LayoutRow = Layouts['list'][number]

const layoutsOf = (client: Queryable, accountId: number) =>
  db(client).selectFrom('workspace_layout').where('account_id', '=', accountId)

export const findLayouts = (client: Queryable, accountId: number): Promise<LayoutRow[]> =>
  layoutsOf(client, accountId).select(['name', 'version', 'content']).execute()

export async function hasLayout(client: Queryable, accountId: number, name: string): Promise<boolean> {
  return (await layoutsOf(client, accountId).where('name', '=', name).executeTakeFirst()) !== undefined
}

export async function countLayouts(client: Queryable, accountId: number): Promise<number> {
  const { count } = await layoutsOf(client, accountId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Null if the name exists. */
export async function insertLayout(
  client: Queryable,
  accountId: number,
  name: string,
  content: LayoutContent,
  now: number,
): Promise<number | null> {
  const row = await db(client)
    .insertInto('workspace_layout')
    .values({ account_id: accountId, name, content: JSON.stringify(content), saved_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

export interface LayoutChange {
  readonly name: string
  readonly version: number
  readonly newName: string
  /** Absent: unchanged. */
  readonly content?: LayoutContent
}

/** Null if the stored version differs. */
export async function updateLayout(
  client: Queryable,
  accountId: number,
  { name, version, newName, content }: LayoutChange,
  now: number,
): Promise<number | null> {
  const row = await db(client)
    .updateTable('workspace_layout')
    .set({
      name: newName,
      // undefined leaves the column unchanged.
      content: content === undefined ? undefined : JSON.stringify(content),
      saved_at: new Date(now),
      version: nextVersion,
    })
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

/** False if the stored version differs. */
export async function deleteLayout(
  client: Queryable,
  accountId: number,
  name: string,
  version: number,
): Promise<boolean> {
  const { numDeletedRows } = await db(client)
    .deleteFrom('workspace_layout')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const findScans = (client: Queryable, accountId: number): Promise<Scans['list']> =>
  db(client)
    .selectFrom('workspace_scan')
    .select(['name', 'version', 'content'])
    .where('account_id', '=', accountId)
    .execute()

export async function countScans(client: Queryable, accountId: number): Promise<number> {
  const counted = db(client).selectFrom('workspace_scan').where('account_id', '=', accountId)
  return (await counted.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

export interface SavedScanRow {
  readonly name: string
  readonly version: number
  readonly content: ScanContent
}

/** Null if the stored version differs; with version 0, if the name exists. */
export async function putScan(
  client: Queryable,
  accountId: number,
  { name, version, content }: SavedScanRow,
  now: number,
): Promise<number | null> {
  const values = { content: JSON.stringify(content), saved_at: new Date(now) }
  const row =
    version === 0
      ? await db(client)
          .insertInto('workspace_scan')
          .values({ account_id: accountId, name, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db(client)
          .updateTable('workspace_scan')
          .set({ ...values, version: nextVersion })
          .where('account_id', '=', accountId)
          .where('name', '=', name)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return row?.version ?? null
}

/** False if the stored version differs. */
export async function deleteScan(
  client: Queryable,
  accountId: number,
  { name, version }: Pick<SavedScanRow, 'name' | 'version'>,
): Promise<boolean> {
  const { numDeletedRows } = await db(client)
    .deleteFrom('workspace_scan')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Versions of every workspace row come from one sequence, so that a deleted and recreated row has a new one. */
export const nextVersion = sql<number>`nextval('workspace_version')`

export async function hasSeenTour(client: Queryable, accountId: number): Promise<boolean> {
  const found = await db(client).selectFrom('workspace_tour').where('account_id', '=', accountId).executeTakeFirst()
  return found !== undefined
}

/** Keeps the first time. */
export async function markTourSeen(client: Queryable, accountId: number, now: number): Promise<void> {
  await db(client)
    .insertInto('workspace_tour')
    .values({ account_id: accountId, seen_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

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
