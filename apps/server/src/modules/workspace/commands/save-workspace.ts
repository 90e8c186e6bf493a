import { MAX_DRAWINGS_IN_ALL, MAX_DRAWN_SYMBOLS, MAX_LAYOUTS, MAX_SCANS } from '@flowprint/contract'
import type {
  SaveDrawingsBody,
  SavedDrawings,
  SavedScan,
  SaveLayoutBody,
  SavedLayout,
  SaveScanBody,
} from '@flowprint/contract'
import type { Pool } from 'pg'
import type { Clock } from '../../../platform/clock/index.ts'
import { inTransaction } from '../../../platform/database/index.ts'
import { AppError, refuse } from '../../../platform/http/index.ts'
import {
  lockAccount,
  countOtherDrawings,
  deleteDrawings,
  findDrawings,
  putDrawings,
  insertLayout,
  updateLayout,
  countLayouts,
  deleteLayout,
  hasLayout,
  countScans,
  deleteScan,
  putScan,
} from '../queries/workspace-rows.ts'
import { checkDrawings, wellFormed } from '../rules/check-drawings.ts'
import { cleanName } from '../rules/clean-name.ts'

export interface WorkspaceDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/** Replaces all drawings on a symbol; an empty list deletes the row. */
export async function saveDrawings(
  { pool, clock }: WorkspaceDeps,
  accountId: number,
  body: SaveDrawingsBody,
): Promise<SavedDrawings> {
  refuse(checkDrawings(body.items))
  const { symbol, version } = body
  const items = wellFormed(body.items)
  return inTransaction(pool, async (client) => {
    await lockAccount(client, accountId)
    if (items.length === 0) {
      const fits =
        version === 0
          ? (await findDrawings(client, accountId, symbol)) === null
          : await deleteDrawings(client, accountId, symbol, version)
      if (!fits) throw new AppError('STALE_VERSION')
      return { symbol, version: 0 }
    }
    const others = await countOtherDrawings(client, accountId, symbol)
    if (others.symbols >= MAX_DRAWN_SYMBOLS) throw tooMany('symbol', MAX_DRAWN_SYMBOLS)
    if (others.items + items.length > MAX_DRAWINGS_IN_ALL) throw tooMany('items', MAX_DRAWINGS_IN_ALL)
    const saved = await putDrawings(client, accountId, { symbol, version, items }, clock.now())
    if (saved === null) throw new AppError('STALE_VERSION')
    return { symbol, version: saved }
  })
}

const tooMany = (field: string, max: number): AppError =>
  new AppError('VALIDATION', { faults: [{ field, error: 'TOO_MANY_KEPT', params: { max } }] })

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

/** Creates, changes or deletes a scan. */
export async function saveScan(
  { pool, clock }: WorkspaceDeps,
  accountId: number,
  body: SaveScanBody,
): Promise<SavedScan> {
  const { version, content } = body
  const name = cleanName('name', body.name)
  return inTransaction(pool, async (client) => {
    await lockAccount(client, accountId)
    if (content === null) {
      if (!(await deleteScan(client, accountId, { name, version }))) throw new AppError('STALE_VERSION')
      return { name, version: 0, deleted: true }
    }
    if (version === 0 && (await countScans(client, accountId)) >= MAX_SCANS)
      refuse([{ field: 'name', error: 'TOO_MANY_KEPT', params: { max: MAX_SCANS } }])
    const savedVersion = await putScan(client, accountId, { name, version, content }, clock.now())
    if (savedVersion === null) throw new AppError('STALE_VERSION')
    return { name, version: savedVersion }
  })
}
