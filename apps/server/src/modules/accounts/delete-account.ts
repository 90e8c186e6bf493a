import { DELETION_DAYS } from '@flowprint/contract'
import type { DeleteAccount } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { inTransaction } from '../../platform/database/index.ts'
import { AppError } from '../../platform/http/index.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPassword } from './confirm-password.ts'
import { lockUnchanged } from './lock-unchanged.ts'
import { iso } from './present.ts'
import { lockAdmins, updateAccount } from './repository/account-rows.ts'
import { deleteSessions } from './repository/session-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { AccountForm } from './rules/account-form.ts'

/** Schedules the deletion of the account; logging in before that cancels it. Ends every session at once. */
export async function requestDeletion(
  deps: AccountDeps,
  body: unknown,
  who: SignedInRequester,
): Promise<DeleteAccount> {
  const form = new AccountForm(body)
  const password = form.password('password')
  form.refuse()
  const seen = await confirmPassword(deps, who.accountId, password)
  const now = deps.clock.now()
  const deleteAt = now + DELETION_DAYS * DAY_MS
  await inTransaction(deps.pool, async (client) => {
    const admins = seen.isAdmin ? await lockAdmins(client) : []
    const account = await lockUnchanged(client, seen)
    if (account.isAdmin && admins.every((id) => id === account.id)) throw new AppError('LAST_ADMIN')
    await updateAccount(client, account.id, { delete_at: new Date(deleteAt) })
    await deleteSessions(client, account.id)
    await recordAudit(client, {
      at: now,
      actorId: account.id,
      ipHash: deps.keys.hashAddress(who.ip, now),
      action: 'delete_account',
      objectType: 'account',
      objectId: account.id,
      before: null,
      after: { delete_at: iso(deleteAt) },
    })
  })
  return { delete_at: iso(deleteAt) }
}
