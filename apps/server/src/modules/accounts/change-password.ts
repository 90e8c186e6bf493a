import { DAY_MS } from '@flowprint/orderflow'
import { inTransactionWithRetry } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { deleteAlertTargets } from '../alerts/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { isCommonPassword } from './common-passwords.ts'
import { confirmPassword } from './confirm-password.ts'
import { lockUnchanged } from './lock-unchanged.ts'
import { linkInvalid, openLink } from './open-link.ts'
import { findAccount, updateAccount } from './repository/account-rows.ts'
import type { Account } from './repository/account-rows.ts'
import { deleteUnusedLinks, useLink } from './repository/link-rows.ts'
import { replaceRecoveryCodes } from './repository/otp-rows.ts'
import { deleteSessions } from './repository/session-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { AccountForm } from './rules/account-form.ts'
import { checkPassword } from './rules/check-password.ts'
import { attributesOf } from './rules/read-register.ts'
import { sendPasswordChanged } from './send-mails.ts'

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
