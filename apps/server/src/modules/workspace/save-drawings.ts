import { MAX_DRAWINGS_IN_ALL, MAX_DRAWN_SYMBOLS } from '@flowprint/contract'
import type { SaveDrawingsBody, SavedDrawings } from '@flowprint/contract'
import { inTransaction } from '../../platform/database/index.ts'
import { AppError, refuse } from '../../platform/http/index.ts'
import { lockAccount } from './repository/account-lock.ts'
import { countOtherDrawings, deleteDrawings, findDrawings, putDrawings } from './repository/drawing-rows.ts'
import { checkDrawings, wellFormed } from './rules/check-drawings.ts'
import type { WorkspaceDeps } from './workspace-deps.ts'

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
