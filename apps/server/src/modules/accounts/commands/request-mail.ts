import { LINK_MINUTES, emailKey } from '@flowprint/contract'
import type { SendActivationCode } from '@flowprint/contract'
import { inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockByEmail } from '../queries/account-rows.ts'
import type { Account } from '../queries/account-rows.ts'
import type { Requester } from '../requester.ts'
import { AccountForm } from '../rules/account-form.ts'
import { mailLimits, withMinDuration } from './mail-links.ts'
import type { MailPurpose } from './mail-links.ts'
import { sendActivation, sendAlreadyRegistered, sendReset } from './send-mails.ts'

/** Sends a new activation link. Same response and timing whether or not the address has an account. */
export async function requestActivation(
  deps: AccountDeps,
  body: unknown,
  from: Requester,
): Promise<SendActivationCode> {
  await requestMail(deps, 'activate', body, from, (client, account) =>
    account.isActivated ? sendAlreadyRegistered(client, deps, account) : sendActivation(client, deps, account),
  )
  return { expire_minutes: LINK_MINUTES }
}

/** Sends a password reset link. An unactivated account gets the activation link instead. */
export async function requestReset(deps: AccountDeps, body: unknown, from: Requester): Promise<Record<string, never>> {
  await requestMail(deps, 'reset', body, from, (client, account) =>
    account.isActivated ? sendReset(client, deps, account) : sendActivation(client, deps, account),
  )
  return {}
}

async function requestMail(
  deps: AccountDeps,
  purpose: MailPurpose,
  body: unknown,
  from: Requester,
  send: (client: Queryable, account: Account) => Promise<void>,
): Promise<void> {
  const form = new AccountForm(body)
  const key = emailKey(form.email())
  form.refuse()
  await deps.limits.take(...mailLimits(purpose, key, from.ip))
  await withMinDuration(() =>
    inTransaction(deps.pool, async (client) => {
      const account = await lockByEmail(client, key)
      if (account !== null && !account.isDisabled) await send(client, account)
    }),
  )
}
