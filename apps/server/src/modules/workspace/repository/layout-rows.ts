import type { LayoutContent, Layouts } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { nextVersion } from './next-version.ts'

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
