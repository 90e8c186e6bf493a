import { LINK_MINUTES, emailKey, usernameKey } from '@flowprint/contract'
import type { Register, Active } from '@flowprint/contract'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { isCommonPassword } from '../password-hasher.ts'
import { withMinDuration, mailLimits, linkInvalid, openLink } from './mail-links.ts'
import {
  findByEmail,
  reserveUsername,
  insertAccount,
  isUsernameTaken,
  lockByEmail,
  updateAccount,
} from '../queries/account-rows.ts'
import type { Account, NewAccount } from '../queries/account-rows.ts'
import { insertReferral, replaceReferral } from '../queries/referral-rows.ts'
import type { Requester } from '../requester.ts'
import { AccountForm, attributesOf, readRegister } from '../rules/account-form.ts'
import type { Registration } from '../rules/account-form.ts'
import { checkPassword } from '../rules/check-password.ts'
import { sendActivation, sendAlreadyRegistered } from './send-mails.ts'
import { UNACTIVATED_MS } from './cleanup.ts'
import { membershipOf } from '../../membership/index.ts'
import { useLink } from '../queries/link-rows.ts'

const INCOMPLETE = 'REGISTER_INCOMPLETE'

/**
 * Responds identically for new and existing addresses; the mail says what to do next. Usernames are public: a taken
 * username is always reported.
 */
export async function registerAccount(deps: AccountDeps, body: unknown, from: Requester): Promise<Register> {
  const form = new AccountForm(body)
  const given = readRegister(form)
  checkPassword(
    form,
    'password',
    given.password,
    { attributes: attributesOf(given), isAdmin: false },
    deps.site,
    isCommonPassword,
  )
  if (given.username !== '' && !form.hasFault('username')) {
    if (await isUsernameTaken(deps.pool, usernameKey(given.username), deps.clock.now()))
      form.fault('username', 'USERNAME_TAKEN')
  }
  form.refuse(INCOMPLETE)
  const key = emailKey(given.email)
  await deps.limits.take(['register_from', from.ip], ...mailLimits('register', key, from.ip))
  await withMinDuration(async () => {
    // Before the transaction, and regardless of whether the address exists.
    const known = await findByEmail(deps.pool, key)
    const passwordHash = await deps.hasher.hash(given.password, known?.isActivated === true ? known.passwordHash : null)
    await inTransactionWithRetry(deps.pool, (client) => settle(client, deps, given, passwordHash, from))
  })
  return { email: given.email, expire_minutes: LINK_MINUTES }
}

async function settle(
  client: Queryable,
  deps: AccountDeps,
  given: Registration,
  passwordHash: string,
  from: Requester,
): Promise<void> {
  const now = deps.clock.now()
  const row: NewAccount = {
    username: given.username,
    usernameKey: usernameKey(given.username),
    email: given.email,
    emailKey: emailKey(given.email),
    firstName: given.firstName,
    lastName: given.lastName,
    passwordHash,
    language: from.language,
    createdAt: now,
  }
  const id = await insertAccount(client, row)
  if (id !== null) {
    if (given.inviteCode !== null) await insertReferral(client, id, given.inviteCode, now)
    return sendActivation(client, deps, { ...row, id })
  }
  const existing = await lockByEmail(client, row.emailKey)
  // The address is free, so the username was taken concurrently.
  if (existing === null) return refuseUsername()
  if (existing.isActivated) {
    if (!(await reserveUsername(client, row.usernameKey, now, now + UNACTIVATED_MS))) refuseUsername()
    // Lets a login with this password get the response of a new account.
    await updateAccount(client, existing.id, { attempt_hash: row.passwordHash, attempted_at: new Date(now) })
    return sendAlreadyRegistered(client, deps, existing)
  }
  await replaceUnactivated(client, existing, row)
  await replaceReferral(client, existing.id, given.inviteCode, now)
  return sendActivation(client, deps, { ...row, id: existing.id })
}

/**
 * Until activation the latest registration decides name, password and inviter: an earlier one may have been a
 * stranger's.
 */
async function replaceUnactivated(client: Queryable, existing: Account, row: NewAccount): Promise<void> {
  if (await isUsernameTaken(client, row.usernameKey, row.createdAt)) refuseUsername()
  await reserveUsername(client, usernameKey(existing.username), row.createdAt, row.createdAt + UNACTIVATED_MS)
  await updateAccount(client, existing.id, {
    username: row.username,
    username_key: row.usernameKey,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    password_hash: row.passwordHash,
    language: row.language,
    created_at: new Date(row.createdAt),
  })
}

function refuseUsername(): never {
  const form = new AccountForm({})
  form.fault('username', 'USERNAME_TAKEN')
  form.refuse(INCOMPLETE)
  throw new Error('Invariant: a form with a fault throws')
}

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
