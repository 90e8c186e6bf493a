import { emailKey, normalizeEmail, LANGUAGE_CODES, THEMES, usernameKey } from '@flowprint/contract'
import type { ActiveEmail, ResetEmail, ResetLanguage, ResetName, ResetTheme } from '@flowprint/contract'
import { inTransaction } from '../../../platform/database/index.ts'
import { codeOf } from '../../../platform/errors/index.ts'
import type { AccountDeps } from '../account-deps.ts'
import { confirmPassword, lockUnchanged } from './change-password.ts'
import { withMinDuration, mailLimits, linkInvalid, openLink } from './mail-links.ts'
import { deleteUnactivated, findByEmail, updateAccount, isUsernameTaken, lockAccount } from '../queries/account-rows.ts'
import { deleteUnusedLinks, useLink } from '../queries/link-rows.ts'
import type { SignedInRequester } from '../requester.ts'
import { rotateToken } from './manage-sessions.ts'
import { AccountForm, formError } from '../rules/account-form.ts'
import { sendConfirmEmail, sendEmailChanged } from './send-mails.ts'
import { AppError } from '../../../platform/http/index.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * First step: sends a link to the new address. An address of another account gets the same response, and its owner is
 * notified.
 */
export async function requestEmail(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetEmail> {
  const form = new AccountForm(body)
  const email = form.email()
  const password = form.password('password')
  form.refuse('PROFILE_INCOMPLETE')
  const seen = await confirmPassword(deps, who.accountId, password)
  const key = emailKey(email)
  await deps.limits.take(...mailLimits('email', key, who.ip))
  return withMinDuration(() =>
    inTransaction(deps.pool, async (client) => {
      const account = await lockUnchanged(client, seen)
      const isOwn = account.email === email
      if (isOwn) await deleteUnusedLinks(client, account.id, 'email')
      else {
        const holder = await findByEmail(client, key)
        await sendConfirmEmail(
          client,
          deps,
          account,
          email,
          holder === null || holder.id === account.id || !holder.isActivated ? null : holder,
        )
      }
      const token = await rotateToken(client, deps.keys, who.sessionId, who.token, deps.clock.now())
      return { token, email: account.email, pending_email: isOwn ? null : email }
    }),
  )
}

/** Second step: the link proves control of the new mailbox. Idempotent while the link is valid. */
export async function confirmEmail(deps: AccountDeps, token: unknown, ip: string): Promise<ActiveEmail> {
  await deps.limits.take(['link_from', ip])
  try {
    return await inTransaction(deps.pool, async (client) => {
      const now = deps.clock.now()
      const opened = await openLink(client, 'email', token, now)
      if (opened === null) throw linkInvalid()
      const { link, account } = opened
      const email = normalizeEmail(link.newEmail ?? '')
      if (link.isUsed && account.email === email) return { email }
      if (account.emailKey !== link.emailKey || !(await useLink(client, link.id, now))) throw linkInvalid()
      // An unconfirmed registration with this address gives way to the confirmed owner.
      await deleteUnactivated(client, emailKey(email))
      await updateAccount(client, account.id, { email, email_key: emailKey(email) })
      // They were sent to the old address.
      await deleteUnusedLinks(client, account.id, 'reset')
      await sendEmailChanged(client, deps, account, email)
      return { email }
    })
  } catch (error) {
    // Another account confirmed the address in the meantime.
    if (codeOf(error) === UNIQUE_VIOLATION) throw linkInvalid()
    throw error
  }
}

const INCOMPLETE = 'PROFILE_INCOMPLETE'
const usernameTaken = () => formError([{ field: 'username', error: 'USERNAME_TAKEN', params: {} }], INCOMPLETE)

/** Changes the username (if given) and the names; rotates the session token. */
export async function changeName(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetName> {
  const form = new AccountForm(body)
  const given = form.username('username', { optional: true })
  const [firstName, lastName] = [form.name('first_name'), form.name('last_name')]
  form.refuse(INCOMPLETE)
  try {
    return await inTransaction(deps.pool, async (client) => {
      const now = deps.clock.now()
      const account = await lockAccount(client, who.accountId)
      if (account === null) throw new AppError('SESSION_EXPIRED')
      const username = given === '' ? account.username : given
      const key = usernameKey(username)
      if (key !== usernameKey(account.username) && (await isUsernameTaken(client, key, now))) throw usernameTaken()
      await updateAccount(client, account.id, {
        username,
        username_key: key,
        first_name: firstName,
        last_name: lastName,
      })
      const token = await rotateToken(client, deps.keys, who.sessionId, who.token, now)
      return { token, username, first_name: firstName, last_name: lastName }
    })
  } catch (error) {
    // Taken concurrently by another account.
    if (codeOf(error) === UNIQUE_VIOLATION) throw usernameTaken()
    throw error
  }
}

export async function changeTheme(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetTheme> {
  const theme = readChoice(body, 'theme', THEMES)
  await updateAccount(deps.pool, who.accountId, { theme })
  return { theme }
}

export async function changeLanguage(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetLanguage> {
  const language = readChoice(body, 'language', LANGUAGE_CODES)
  await updateAccount(deps.pool, who.accountId, { language })
  return { language }
}

function readChoice<const T extends readonly string[]>(body: unknown, field: string, choices: T): T[number] {
  const form = new AccountForm(body)
  const text = form.text(field, 64)
  if (text !== '' && !choices.includes(text)) form.fault(field, 'NOT_A_CHOICE', { allowed: choices.join(', ') })
  form.refuse(INCOMPLETE)
  return text as T[number]
}
