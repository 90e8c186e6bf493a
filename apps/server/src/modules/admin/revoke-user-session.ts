import type { AdminRevokeSessionBody } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { AppError, readRemark } from '../../platform/http/index.ts'
import { endSession } from '../accounts/index.ts'
import type { Actor, AdminDeps } from './admin-deps.ts'
import { recordAction } from './record-action.ts'

/** Ends one session of any user. */
export async function revokeUserSession(
  { pool, clock }: AdminDeps,
  by: Actor,
  { session_id, remark: given }: AdminRevokeSessionBody,
): Promise<Record<string, never>> {
  const remark = readRemark(given)
  return inTransactionWithRetry(pool, async (client) => {
    const accountId = await endSession(client, session_id)
    if (accountId === null) throw new AppError('NOT_FOUND')
    await recordAction(client, by, clock.now(), {
      action: 'revoke_session',
      objectType: 'account',
      objectId: accountId,
      before: { session_id },
      after: { remark },
    })
    return {}
  })
}
