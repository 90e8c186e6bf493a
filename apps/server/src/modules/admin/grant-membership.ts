import type { AdminGrantDaysBody, DaysGranted } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { readRemark } from '../../platform/http/index.ts'
import { lockUser } from '../accounts/index.ts'
import { grantDays } from '../membership/index.ts'
import type { Actor, AdminDeps } from './admin-deps.ts'
import { recordAction } from './record-action.ts'

/** Grants days of membership and records the reason. */
export async function grantMembership(
  { pool, clock }: AdminDeps,
  by: Actor,
  { user_id, days, remark: given }: AdminGrantDaysBody,
): Promise<DaysGranted> {
  const remark = readRemark(given)
  return inTransactionWithRetry(pool, async (client) => {
    const at = clock.now()
    const user = await lockUser(client, user_id)
    const expire_time = new Date(
      await grantDays(client, { accountId: user.id, days, at, actorId: by.accountId, remark }),
    ).toISOString()
    await recordAction(client, by, at, {
      action: 'grant_days',
      objectType: 'account',
      objectId: user.id,
      before: null,
      after: { days, remark, expire_time },
    })
    return { expire_time }
  })
}
