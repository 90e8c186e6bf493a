import type { AdminDisableUserBody, UserDisabled } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import { AppError, readRemark } from '../../platform/http/index.ts'
import { lockUser, setDisabled } from '../accounts/index.ts'
import type { Actor, AdminDeps } from './admin-deps.ts'
import { recordAction } from './record-action.ts'

/** Disables or enables an account and records the reason. No effect if the account already has that state. */
export async function disableUser(
  { pool, clock }: AdminDeps,
  by: Actor,
  { user_id, disabled, remark: given }: AdminDisableUserBody,
): Promise<UserDisabled> {
  const remark = readRemark(given)
  return inTransactionWithRetry(pool, async (client) => {
    const at = clock.now()
    const user = await lockUser(client, user_id)
    if (disabled && user.isLastAdmin) throw new AppError('LAST_ADMIN')
    if (user.isDisabled !== disabled) {
      await setDisabled(client, user.id, disabled ? at : null)
      await recordAction(client, by, at, {
        action: disabled ? 'disable_user' : 'enable_user',
        objectType: 'account',
        objectId: user.id,
        before: { disabled: user.isDisabled },
        after: { disabled, remark },
      })
    }
    return { user_id: user.id, disabled }
  })
}
