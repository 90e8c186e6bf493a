import type { Active } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { membershipOf } from '../membership/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { linkInvalid, openLink } from './open-link.ts'
import { updateAccount } from './repository/account-rows.ts'
import { useLink } from './repository/link-rows.ts'

/** Idempotent while the link is valid: mail scanners open links before their recipients do. */
export async function activateAccount(deps: AccountDeps, token: unknown, ip: string): Promise<Active> {
  await deps.limits.take(['link_from', ip])
  return inTransactionWithRetry(deps.pool, async (client) => {
    const now = deps.clock.now()
    const opened = await openLink(client, 'activate', token, now)
    if (opened === null || opened.link.emailKey !== opened.account.emailKey) throw linkInvalid('ACTIVATION_FAILED')
    const { link, account } = opened
    if (link.isUsed && account.isActivated) return active(client, account.id, now)
    if (!(await useLink(client, link.id, now))) throw linkInvalid('ACTIVATION_FAILED')
    if (account.isActivated) return active(client, account.id, now)
    await updateAccount(client, account.id, { activated_at: new Date(now) })
    await deps.events.emit(client, 'accountActivated', { accountId: account.id, at: now })
    return active(client, account.id, now)
  })
}

async function active(client: Queryable, accountId: number, now: number): Promise<Active> {
  const { isTrial, expireTime } = await membershipOf(client, accountId, now)
  return { activated: true, trial_until: isTrial && expireTime !== null ? new Date(expireTime).toISOString() : null }
}
