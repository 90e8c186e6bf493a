import { MAX_WORKSPACE_VERSIONS } from '@flowprint/contract'
import type { WorkspaceData, WorkspaceDocument } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { countVersioned, deleteVersioned, insertVersioned, updateVersioned } from './versioned-rows.ts'

interface SavedVersion {
  readonly version: number
  readonly saved_at: Date
}

interface SavedDocument extends SavedVersion {
  readonly document: WorkspaceDocument
}

const workspacesOf = (client: Queryable, accountId: number) =>
  db(client).selectFrom('saved_workspace').where('account_id', '=', accountId)

const earlierOf = (client: Queryable, accountId: number, name: string) =>
  db(client)
    .selectFrom('saved_workspace_version as earlier')
    .innerJoin('saved_workspace as workspace', 'workspace.id', 'earlier.workspace_id')
    .where('workspace.account_id', '=', accountId)
    .where('workspace.name', '=', name)

export const findWorkspaces = (
  client: Queryable,
  accountId: number,
): Promise<(SavedVersion & { readonly name: string })[]> =>
  workspacesOf(client, accountId).select(['name', 'version', 'saved_at']).execute()

export async function findWorkspace(client: Queryable, accountId: number, name: string): Promise<SavedDocument | null> {
  const row = await workspacesOf(client, accountId)
    .select(['version', 'saved_at', 'document'])
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? null
}

/** Null if it was never replaced or is no longer kept. */
export async function findEarlierWorkspace(
  client: Queryable,
  accountId: number,
  name: string,
  version: number,
): Promise<SavedDocument | null> {
  const row = await earlierOf(client, accountId, name)
    .select(['earlier.version', 'earlier.saved_at', 'earlier.document'])
    .where('earlier.version', '=', version)
    .executeTakeFirst()
  return row ?? null
}

/** Newest first. */
export const findEarlierVersions = (client: Queryable, accountId: number, name: string): Promise<SavedVersion[]> =>
  earlierOf(client, accountId, name)
    .select(['earlier.version', 'earlier.saved_at'])
    .orderBy('earlier.version', 'desc')
    .execute()

export async function hasWorkspace(client: Queryable, accountId: number, name: string): Promise<boolean> {
  return (await workspacesOf(client, accountId).where('name', '=', name).executeTakeFirst()) !== undefined
}

export const countWorkspaces = (client: Queryable, accountId: number): Promise<number> =>
  countVersioned(client, 'saved_workspace', accountId)

/** Null if the name exists. */
export const insertWorkspace = (
  client: Queryable,
  accountId: number,
  name: string,
  document: WorkspaceDocument,
  now: number,
): Promise<number | null> =>
  insertVersioned(client, 'saved_workspace', {
    account_id: accountId,
    name,
    document: JSON.stringify(document),
    saved_at: new Date(now),
  })

export interface WorkspaceChange {
  readonly name: string
  readonly version: number
  readonly newName: string
  /** Absent: unchanged. */
  readonly document?: WorkspaceDocument
}

/** Null if the stored version differs. Call it in a transaction: a replaced document becomes an earlier version. */
export async function updateWorkspace(
  client: Queryable,
  accountId: number,
  { name, version, newName, document }: WorkspaceChange,
  now: number,
): Promise<number | null> {
  const text = document === undefined ? undefined : JSON.stringify(document)
  if (text !== undefined) {
    await db(client)
      .insertInto('saved_workspace_version')
      .columns(['workspace_id', 'version', 'document', 'saved_at'])
      .expression(
        workspacesOf(client, accountId)
          .select(['id', 'version', 'document', 'saved_at'])
          .where('name', '=', name)
          .where('version', '=', version)
          // Saving twice without a change must not push out an earlier version.
          .where('document', '<>', text as never),
      )
      .execute()
  }
  const updated = await updateVersioned(
    client,
    'saved_workspace',
    { account_id: accountId, name, version },
    {
      name: newName,
      document: text,
      saved_at: text === undefined ? undefined : new Date(now),
    },
  )
  if (updated !== null) await deleteOldVersions(client, accountId, newName)
  return updated
}

async function deleteOldVersions(client: Queryable, accountId: number, name: string): Promise<void> {
  const { id: workspaceId } = await workspacesOf(client, accountId)
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await db(client)
    .deleteFrom('saved_workspace_version')
    .where('workspace_id', '=', workspaceId)
    .where('version', 'not in', (query) =>
      query
        .selectFrom('saved_workspace_version')
        .select('version')
        .where('workspace_id', '=', workspaceId)
        .orderBy('version', 'desc')
        .limit(MAX_WORKSPACE_VERSIONS),
    )
    .execute()
}

/** False if the stored version differs. */
export const deleteSavedWorkspace = (
  client: Queryable,
  accountId: number,
  name: string,
  version: number,
): Promise<boolean> => deleteVersioned(client, 'saved_workspace', { account_id: accountId, name, version })

/** Every workspace of an account with its earlier documents, newest first, for the data export. */
export async function findAllDocuments(client: Queryable, accountId: number): Promise<WorkspaceData['workspaces']> {
  const current = await workspacesOf(client, accountId).select(['id', 'name', 'document']).orderBy('name').execute()
  const earlier = await db(client)
    .selectFrom('saved_workspace_version')
    .select(['workspace_id', 'document'])
    .where('workspace_id', 'in', current.map(({ id }) => id).concat(0))
    .orderBy('version', 'desc')
    .execute()
  return current.map(({ id, name, document }) => ({
    name,
    document,
    earlier: earlier.filter((row) => row.workspace_id === id).map((row) => row.document),
  }))
}
