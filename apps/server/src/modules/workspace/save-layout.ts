import { MAX_LAYOUTS } from '@flowprint/contract'
import type { SaveLayoutBody, SavedLayout } from '@flowprint/contract'
import { inTransaction } from '../../platform/database/index.ts'
import { AppError, refuse } from '../../platform/http/index.ts'
import type { Fault } from '../../platform/http/index.ts'
import { lockAccount } from './repository/account-lock.ts'
import { insertLayout, updateLayout, countLayouts, deleteLayout, hasLayout } from './repository/layout-rows.ts'
import type { WorkspaceDeps } from './workspace-deps.ts'

/** Creates, updates, renames or deletes a layout. */
export async function saveLayout(
  { pool, clock }: WorkspaceDeps,
  accountId: number,
  body: SaveLayoutBody,
): Promise<SavedLayout> {
  const { version, content } = body
  const name = cleanName('name', body.name)
  const newName = body.new_name === undefined ? name : cleanName('new_name', body.new_name)
  return inTransaction(pool, async (client) => {
    await lockAccount(client, accountId)
    if (content === null) {
      if (!(await deleteLayout(client, accountId, name, version))) throw new AppError('STALE_VERSION')
      return { name, version: 0, deleted: true }
    }
    if (version === 0) {
      if (content === undefined) refuse([{ field: 'content', error: 'REQUIRED', params: {} }])
      if ((await countLayouts(client, accountId)) >= MAX_LAYOUTS)
        refuse([{ field: 'name', error: 'TOO_MANY_KEPT', params: { max: MAX_LAYOUTS } }])
      return saved(
        newName,
        await insertLayout(client, accountId, newName, content as NonNullable<typeof content>, clock.now()),
      )
    }
    if (newName !== name && (await hasLayout(client, accountId, newName)))
      refuse([{ field: 'new_name', error: 'NAME_IN_USE', params: {} }])
    const change = { name, version, newName, ...(content === undefined ? {} : { content }) }
    return saved(newName, await updateLayout(client, accountId, change, clock.now()))
  })
}

function saved(name: string, version: number | null): SavedLayout {
  if (version === null) throw new AppError('STALE_VERSION')
  return { name, version }
}

/** Normalizes to NFC, so that names that look the same are equal. */
function cleanName(field: string, given: string): string {
  const name = given.toWellFormed().normalize('NFC').trim()
  const faults: Fault[] = name === '' ? [{ field, error: 'REQUIRED', params: {} }] : []
  refuse(faults)
  return name
}
