import { LINK_MINUTES } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { issueLink } from './mail-links.ts'
import type { Account } from '../queries/account-rows.ts'
import { randomText } from '../requester.ts'

type Deps = Pick<AccountDeps, 'clock' | 'site' | 'mail'>
type Owner = Pick<Account, 'id' | 'username' | 'email' | 'emailKey' | 'language'>

const MAX_NAME_LENGTH = 40

/** A stranger may have chosen the name: truncate it, so that it cannot carry a message. */
function shortName(name: string): string {
  const letters = [...name]
  return letters.length <= MAX_NAME_LENGTH ? name : `${letters.slice(0, MAX_NAME_LENGTH).join('')}…`
}

/** Mails of this module; each is enqueued in the transaction of `client`. */

/** Includes the name and time of the registration: another person may have registered the address. */
export async function sendActivation(
  client: Queryable,
  deps: Deps,
  to: Owner & Pick<Account, 'createdAt'>,
): Promise<void> {
  const { address, expiresAt, dedupeKey } = await issueLink(client, deps, to, 'activate')
  const params = {
    link: address,
    minutes: LINK_MINUTES,
    at: new Date(to.createdAt).toISOString(),
  }
  await deps.mail.enqueueMailTo(
    client,
    { ...to, username: shortName(to.username) },
    {
      template: 'activate',
      params,
      dedupeKey,
      expiresAt,
    },
  )
}

export async function sendReset(client: Queryable, deps: Deps, to: Owner): Promise<void> {
  const { address, expiresAt, dedupeKey } = await issueLink(client, deps, to, 'reset')
  const params = { link: address, minutes: LINK_MINUTES }
  await deps.mail.enqueueMailTo(client, to, {
    template: 'reset',
    params,
    dedupeKey,
    expiresAt,
  })
}

export async function sendAlreadyRegistered(client: Queryable, deps: Deps, to: Owner): Promise<void> {
  const { appUrl } = deps.site
  const params = { login_link: `${appUrl}/login`, reset_link: `${appUrl}/recovery-password` }
  const dedupeKey = `already_registered ${randomText()}`
  await deps.mail.enqueueMailTo(client, to, {
    template: 'already_registered',
    params,
    dedupeKey,
  })
}

/** `cleared`: authenticator, webhooks and push subscriptions were removed too. */
export async function sendPasswordChanged(client: Queryable, deps: Deps, to: Owner, cleared: boolean): Promise<void> {
  const at = new Date(deps.clock.now()).toISOString()
  const params = { at, cleared, reset_link: `${deps.site.appUrl}/recovery-password` }
  const dedupeKey = `password_changed ${randomText()}`
  await deps.mail.enqueueMailTo(client, to, {
    template: 'password_changed',
    params,
    dedupeKey,
  })
}

/** Sent to the new address. If another account has it, that owner is notified instead and no link is sent. */
export async function sendConfirmEmail(
  client: Queryable,
  deps: Deps,
  account: Owner,
  newEmail: string,
  holder: Owner | null,
): Promise<void> {
  const { address, expiresAt, dedupeKey } = await issueLink(client, deps, account, 'email', newEmail)
  if (holder !== null) return sendAlreadyRegistered(client, deps, holder)
  const params = { link: address, minutes: LINK_MINUTES }
  await deps.mail.enqueueMail(client, {
    template: 'confirm_email',
    to: newEmail,
    language: account.language,
    params,
    dedupeKey,
    expiresAt,
  })
}

/** Sent to the previous address. */
export async function sendEmailChanged(client: Queryable, deps: Deps, before: Owner, newEmail: string): Promise<void> {
  const params = { new_email: newEmail, at: new Date(deps.clock.now()).toISOString() }
  const dedupeKey = `email_changed ${randomText()}`
  await deps.mail.enqueueMailTo(client, before, {
    template: 'email_changed',
    params,
    dedupeKey,
  })
}
