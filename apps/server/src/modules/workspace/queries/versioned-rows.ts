import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable, Schema } from '../../../platform/database/index.ts'

/** Tables whose rows carry a version: a save names the version that it replaces, and fails when another save came first. */
type VersionedTable =
  | 'saved_workspace'
  | 'workspace_drawings'
  | 'workspace_layout'
  | 'workspace_scan'
  | 'workspace_watchlist'

/** What identifies a row, and the version that it must have. */
interface RowVersion {
  readonly account_id: number
  readonly name?: string
  readonly symbol?: string
  readonly version: number
}

/** Versions of every workspace row come from one sequence, so that a deleted and recreated row has a new one. */
const nextVersion = sql<number>`nextval('workspace_version')`

/** Returns the version; null if the row exists. */
export async function insertVersioned<Table extends VersionedTable>(
  client: Queryable,
  table: Table,
  row: Insertable<Schema[Table]>,
): Promise<number | null> {
  const inserted = await db(client)
    .insertInto<VersionedTable>(table)
    // Checked by the parameter; the builder is that of all tables.
    .values(row as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return inserted?.version ?? null
}

/** Returns the new version; null if the stored version differs. Columns that are undefined do not change. */
export async function updateVersioned<Table extends VersionedTable>(
  client: Queryable,
  table: Table,
  row: RowVersion,
  columns: Updateable<Schema[Table]>,
): Promise<number | null> {
  const updated = await db(client)
    .updateTable<VersionedTable>(table)
    .set({ ...columns, version: nextVersion } as never)
    .where(({ and }) => and(row as never))
    .returning('version')
    .executeTakeFirst()
  return updated?.version ?? null
}

/** Inserts for version 0, updates otherwise. Null if the stored version differs, or the row exists. */
export const putVersioned = <Table extends VersionedTable>(
  client: Queryable,
  table: Table,
  { version, ...key }: RowVersion,
  columns: Updateable<Schema[Table]>,
): Promise<number | null> =>
  version === 0
    ? insertVersioned(client, table, { ...key, ...columns } as Insertable<Schema[Table]>)
    : updateVersioned(client, table, { ...key, version }, columns)

/** False if the stored version differs. */
export async function deleteVersioned(client: Queryable, table: VersionedTable, row: RowVersion): Promise<boolean> {
  const { numDeletedRows } = await db(client)
    .deleteFrom<VersionedTable>(table)
    .where(({ and }) => and(row as never))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countVersioned(client: Queryable, table: VersionedTable, accountId: number): Promise<number> {
  const { count } = await db(client)
    .selectFrom(table)
    .where('account_id', '=', accountId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
