import { emailKey, normalizeEmail } from '@flowprint/contract'
import type { ActiveEmail, ResetEmail } from '@flowprint/contract'
import { inTransaction } from '../../platform/database/index.ts'
import { codeOf } from '../../platform/errors/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPassword } from './confirm-password.ts'
import { withMinDuration } from './min-duration.ts'
import { lockUnchanged } from './lock-unchanged.ts'
import { mailLimits } from './mail-limits.ts'
import { linkInvalid, openLink } from './open-link.ts'
import { deleteUnactivated, findByEmail, updateAccount } from './repository/account-rows.ts'
import { deleteUnusedLinks, useLink } from './repository/link-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { rotateToken } from './rotate-token.ts'
import { AccountForm } from './rules/account-form.ts'
import { sendConfirmEmail, sendEmailChanged } from './send-mails.ts'

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
