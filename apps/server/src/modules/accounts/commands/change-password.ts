import { DAY_MS } from '@flowprint/orderflow'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import { inTransactionWithRetry } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { deleteAlertTargets } from '../../alerts/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { isCommonPassword } from '../password-hasher.ts'
import { linkInvalid, openLink } from './mail-links.ts'
import { findAccount, updateAccount, replaceRecoveryCodes, lockAccount } from '../queries/account-rows.ts'
import type { Account } from '../queries/account-rows.ts'
import { deleteUnusedLinks, useLink } from '../queries/link-rows.ts'
import { deleteSessions } from '../queries/session-rows.ts'
import type { SignedInRequester } from '../requester.ts'
import { AccountForm, attributesOf } from '../rules/account-form.ts'
import { checkPassword } from '../rules/check-password.ts'
import { sendPasswordChanged } from './send-mails.ts'
import { AppError } from '../../../platform/http/index.ts'

/** A reset by mail within this time after activation also clears what was set up before it (docs/security.md). */
const CLEAR_ACCESS_WITHIN_MS = 7 * DAY_MS

/** Change by the owner, who knows the old password. Ends every session, including this one. */
export async function changePassword(
  deps: AccountDeps,
  body: unknown,
  who: SignedInRequester,
): Promise<Record<string, never>> {
  const form = new AccountForm(body)
  const oldPassword = form.password('old_password')
  const account = await findAccount(deps.pool, who.accountId)
  const password = readNewPassword(form, deps, account)
  form.refuse()
  const seen = await confirmPassword(deps, who.accountId, oldPassword, {
    field: 'old_password',
    error: 'OLD_PASSWORD_WRONG',
  })
  const passwordHash = await deps.hasher.hash(password)
  await inTransactionWithRetry(deps.pool, async (client) =>
    setPassword(client, deps, await lockUnchanged(client, seen), passwordHash, false),
  )
  return {}
}

/**
 * Change by a link from a mail. The link is used up only here, and every session ends. Shortly after activation it also
 * removes every other access that a stranger who registered the address could have kept.
 */
export async function changePasswordByLink(
  deps: AccountDeps,
  body: unknown,
  ip: string,
): Promise<Record<string, never>> {
  await deps.limits.take(['link_from', ip])
  const token = (body as { token?: unknown } | null | undefined)?.token
  const opened = await inTransactionWithRetry(deps.pool, (client) => openReset(client, token, deps.clock.now()))
  const form = new AccountForm(body)
  const password = readNewPassword(form, deps, opened.account)
  form.refuse()
  const passwordHash = await deps.hasher.hash(password)
  await inTransactionWithRetry(deps.pool, async (client) => {
    const now = deps.clock.now()
    const { link, account } = await openReset(client, token, now)
    if (!(await useLink(client, link.id, now))) throw linkInvalid()
    const isNew = account.activatedAt !== null && now - account.activatedAt <= CLEAR_ACCESS_WITHIN_MS
    if (isNew) await clearAccess(client, account)
    await setPassword(client, deps, account, passwordHash, isNew)
  })
  return {}
}

async function openReset(client: Queryable, token: unknown, now: number) {
  const opened = await openLink(client, 'reset', token, now)
  if (opened === null || opened.link.isUsed || opened.link.emailKey !== opened.account.emailKey) throw linkInvalid()
  return opened
}

function readNewPassword(form: AccountForm, deps: AccountDeps, account: Account | null): string {
  const password = form.password('new_password')
  form.same('confirm_password', password, form.password('confirm_password'))
  const owner = { attributes: account === null ? {} : attributesOf(account), isAdmin: account?.isAdmin ?? false }
  checkPassword(form, 'new_password', password, owner, deps.site, isCommonPassword)
  return password
}

/** Removes the authenticator and all notification targets. */
async function clearAccess(client: Queryable, { id }: Account): Promise<void> {
  await updateAccount(client, id, { otp_secret: null, otp_enabled_at: null, otp_step: null })
  await replaceRecoveryCodes(client, id, [])
  await deleteAlertTargets(client, id)
}

async function setPassword(
  client: Queryable,
  deps: AccountDeps,
  account: Account,
  passwordHash: string,
  cleared: boolean,
): Promise<void> {
  await updateAccount(client, account.id, { password_hash: passwordHash })
  await deleteSessions(client, account.id)
  await deleteUnusedLinks(client, account.id, 'reset')
  await deleteUnusedLinks(client, account.id, 'email')
  await sendPasswordChanged(client, deps, account, cleared)
}

export interface WrongPassword {
  readonly field: string
  readonly error: ApiMessageKey
}

/**
 * Loads the account of a signed-in user after verifying the password. Failures are rate limited. The password can still
 * change until the account is locked: compare `passwordHash` then.
 */
export async function confirmPassword(
  deps: Pick<AccountDeps, 'pool' | 'limits' | 'hasher'>,
  accountId: number,
  password: string,
  wrong: WrongPassword = { field: 'password', error: 'PASSWORD_WRONG' },
): Promise<Account> {
  await deps.limits.take(['confirm_failure', String(accountId)])
  const account = await findAccount(deps.pool, accountId)
  const isRight = await deps.hasher.verify(account?.passwordHash ?? null, password)
  if (account === null || !isRight) {
    const faults = [{ ...wrong, params: {} }]
    throw new AppError('VALIDATION', { faults, sentences: [{ key: wrong.error, params: {} }] })
  }
  await deps.limits.forgive('confirm_failure', String(accountId))
  return account
}

/** Locks an account that was read before. Fails if its password has changed since, because that ended the session. */
export async function lockUnchanged(client: Queryable, seen: Account): Promise<Account> {
  const account = await lockAccount(client, seen.id)
  if (account === null || account.passwordHash !== seen.passwordHash) throw new AppError('SESSION_EXPIRED')
  return account
}
