import type { Drawing, LayoutContent, Layouts, ScanContent, Scans, Watchlist } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { countVersioned, deleteVersioned, insertVersioned, putVersioned, updateVersioned } from './versioned-rows.ts'

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
export const putDrawings = (
  client: Queryable,
  accountId: number,
  { symbol, version, items }: StoredDrawings,
  now: number,
): Promise<number | null> =>
  putVersioned(
    client,
    'workspace_drawings',
    { account_id: accountId, symbol, version },
    { items: JSON.stringify(items), count: items.length, saved_at: new Date(now) },
  )

/** False if the stored version differs. */
export const deleteDrawings = (
  client: Queryable,
  accountId: number,
  symbol: string,
  version: number,
): Promise<boolean> => deleteVersioned(client, 'workspace_drawings', { account_id: accountId, symbol, version })

export type LayoutRow = Layouts['list'][number]

const layoutsOf = (client: Queryable, accountId: number) =>
  db(client).selectFrom('workspace_layout').where('account_id', '=', accountId)

export const findLayouts = (client: Queryable, accountId: number): Promise<LayoutRow[]> =>
  layoutsOf(client, accountId).select(['name', 'version', 'content']).execute()

export async function hasLayout(client: Queryable, accountId: number, name: string): Promise<boolean> {
  return (await layoutsOf(client, accountId).where('name', '=', name).executeTakeFirst()) !== undefined
}

export const countLayouts = (client: Queryable, accountId: number): Promise<number> =>
  countVersioned(client, 'workspace_layout', accountId)

/** Null if the name exists. */
export const insertLayout = (
  client: Queryable,
  accountId: number,
  name: string,
  content: LayoutContent,
  now: number,
): Promise<number | null> =>
  insertVersioned(client, 'workspace_layout', {
    account_id: accountId,
    name,
    content: JSON.stringify(content),
    saved_at: new Date(now),
  })

export interface LayoutChange {
  readonly name: string
  readonly version: number
  readonly newName: string
  /** Absent: unchanged. */
  readonly content?: LayoutContent
}

/** Null if the stored version differs. */
export const updateLayout = (
  client: Queryable,
  accountId: number,
  { name, version, newName, content }: LayoutChange,
  now: number,
): Promise<number | null> =>
  updateVersioned(
    client,
    'workspace_layout',
    { account_id: accountId, name, version },
    {
      name: newName,
      content: content === undefined ? undefined : JSON.stringify(content),
      saved_at: new Date(now),
    },
  )

/** False if the stored version differs. */
export const deleteLayout = (client: Queryable, accountId: number, name: string, version: number): Promise<boolean> =>
  deleteVersioned(client, 'workspace_layout', { account_id: accountId, name, version })

export const findScans = (client: Queryable, accountId: number): Promise<Scans['list']> =>
  db(client)
    .selectFrom('workspace_scan')
    .select(['name', 'version', 'content'])
    .where('account_id', '=', accountId)
    .execute()

export const countScans = (client: Queryable, accountId: number): Promise<number> =>
  countVersioned(client, 'workspace_scan', accountId)

export interface SavedScanRow {
  readonly name: string
  readonly version: number
  readonly content: ScanContent
}

/** Null if the stored version differs; with version 0, if the name exists. */
export const putScan = (
  client: Queryable,
  accountId: number,
  { name, version, content }: SavedScanRow,
  now: number,
): Promise<number | null> =>
  putVersioned(
    client,
    'workspace_scan',
    { account_id: accountId, name, version },
    { content: JSON.stringify(content), saved_at: new Date(now) },
  )

/** False if the stored version differs. */
export const deleteScan = (
  client: Queryable,
  accountId: number,
  { name, version }: Pick<SavedScanRow, 'name' | 'version'>,
): Promise<boolean> => deleteVersioned(client, 'workspace_scan', { account_id: accountId, name, version })

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
export const putWatchlist = (
  client: Queryable,
  accountId: number,
  { version, items }: Watchlist,
  now: number,
): Promise<number | null> =>
  putVersioned(
    client,
    'workspace_watchlist',
    { account_id: accountId, version },
    { items: JSON.stringify(items), saved_at: new Date(now) },
  )
