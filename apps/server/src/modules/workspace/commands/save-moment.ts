import { createHash, randomBytes } from 'node:crypto'
import { MAX_MOMENTS } from '@flowprint/contract'
import type { MomentContent, SavedMoment } from '@flowprint/contract'
import { inTransaction } from '../../../platform/database/index.ts'
import { refuse } from '../../../platform/http/index.ts'
import { countMoments, findSameMoment, insertMoment } from '../queries/moments.ts'
import { lockAccount } from '../queries/workspace-rows.ts'
import { checkMoment, cleanMoment } from '../rules/clean-moment.ts'
import type { WorkspaceDeps } from './save-workspace.ts'

/** Bytes of an id, which cannot be guessed. */
const ID_BYTES = 16

/** Saves a moment. The same content again has the same id. */
export async function saveMoment(
  { pool, clock }: WorkspaceDeps,
  accountId: number,
  body: MomentContent,
): Promise<SavedMoment> {
  refuse(checkMoment(body))
  const content = cleanMoment(body)
  const hash = createHash('sha256').update(JSON.stringify(content)).digest()
  return inTransaction(pool, async (client) => {
    await lockAccount(client, accountId)
    const same = await findSameMoment(client, accountId, hash)
    if (same !== null) return { id: same }
    if ((await countMoments(client, accountId)) >= MAX_MOMENTS)
      refuse([{ field: 'note', error: 'TOO_MANY_KEPT', params: { max: MAX_MOMENTS } }])
    const id = randomBytes(ID_BYTES).toString('base64url')
    await insertMoment(client, accountId, { id, hash, content }, clock.now())
    return { id }
  })
}
