import { checkWorkspace, MAX_WORKSPACES } from '@flowprint/contract'
import type { SavedWorkspace, SaveWorkspaceBody } from '@flowprint/contract'
import { inTransaction } from '../../../platform/database/index.ts'
import { AppError, refuse } from '../../../platform/http/index.ts'
import {
  countWorkspaces,
  deleteSavedWorkspace,
  hasWorkspace,
  insertWorkspace,
  updateWorkspace,
} from '../queries/saved-workspaces.ts'
import { lockAccount } from '../queries/workspace-rows.ts'
import { cleanName } from '../rules/clean-name.ts'
import type { WorkspaceDeps } from './save-workspace.ts'

/** Creates, updates, renames or deletes a workspace. */
export async function saveWorkspace(
  { pool, clock }: WorkspaceDeps,
  accountId: number,
  body: SaveWorkspaceBody,
): Promise<SavedWorkspace> {
  const { version, document } = body
  const name = cleanName('name', body.name)
  const newName = body.new_name === undefined ? name : cleanName('new_name', body.new_name)
  if (document !== undefined && document !== null) refuse(checkWorkspace(document, 'document'))
  return inTransaction(pool, async (client) => {
    await lockAccount(client, accountId)
    if (document === null) {
      if (!(await deleteSavedWorkspace(client, accountId, name, version))) throw new AppError('STALE_VERSION')
      return { name, version: 0, deleted: true }
    }
    if (version === 0) {
      if (document === undefined)
        throw new AppError('VALIDATION', { faults: [{ field: 'document', error: 'REQUIRED', params: {} }] })
      if ((await countWorkspaces(client, accountId)) >= MAX_WORKSPACES)
        refuse([{ field: 'name', error: 'TOO_MANY_KEPT', params: { max: MAX_WORKSPACES } }])
      return saved(newName, await insertWorkspace(client, accountId, newName, document, clock.now()))
    }
    if (newName !== name && (await hasWorkspace(client, accountId, newName)))
      refuse([{ field: 'new_name', error: 'NAME_IN_USE', params: {} }])
    const change = { name, version, newName, ...(document === undefined ? {} : { document }) }
    return saved(newName, await updateWorkspace(client, accountId, change, clock.now()))
  })
}

function saved(name: string, version: number | null): SavedWorkspace {
  if (version === null) throw new AppError('STALE_VERSION')
  return { name, version }
}
