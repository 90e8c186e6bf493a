import type { LayoutContent, Layouts } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'

export type LayoutRow = Layouts['list'][number]

export async function findLayouts(client: Queryable, accountId: number): Promise<LayoutRow[]> {
  const { rows } = await client.query<LayoutRow>(
    'select name, version, content from workspace_layout where account_id = $1',
    [accountId],
  )
  return rows
}

export async function hasLayout(client: Queryable, accountId: number, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from workspace_layout where account_id = $1 and name = $2', [
    accountId,
    name,
  ])
  return rowCount === 1
}

export async function countLayouts(client: Queryable, accountId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*) as count from workspace_layout where account_id = $1',
    [accountId],
  )
  return rows[0].count
}

/** Null if the name exists. */
export async function insertLayout(
  client: Queryable,
  accountId: number,
  name: string,
  content: LayoutContent,
  now: number,
): Promise<number | null> {
  const { rows } = await client.query<{ version: number }>(
    'insert into workspace_layout (account_id, name, content, saved_at) values ($1, $2, $3, $4) on conflict do nothing returning version',
    [accountId, name, JSON.stringify(content), new Date(now)],
  )
  return rows[0]?.version ?? null
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
  change: LayoutChange,
  now: number,
): Promise<number | null> {
  const { rows } = await client.query<{ version: number }>(
    `update workspace_layout set name = $4, content = coalesce($5, content), saved_at = $6, version = nextval('workspace_version')
     where account_id = $1 and name = $2 and version = $3 returning version`,
    [
      accountId,
      change.name,
      change.version,
      change.newName,
      change.content === undefined ? null : JSON.stringify(change.content),
      new Date(now),
    ],
  )
  return rows[0]?.version ?? null
}

/** False if the stored version differs. */
export async function deleteLayout(
  client: Queryable,
  accountId: number,
  name: string,
  version: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'delete from workspace_layout where account_id = $1 and name = $2 and version = $3',
    [accountId, name, version],
  )
  return rowCount === 1
}
