import { emailKey, normalizeEmail } from '@flowprint/contract'
import type { ActiveEmail, ResetEmail } from '@flowprint/contract'
import { inTransaction } from '../../platform/database/index.ts'
import { codeOf } from '../../platform/errors/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPassword } from './confirm-password.ts'
import { inEvenTime } from './even-time.ts'
import { lockUnchanged } from './lock-unchanged.ts'
import { mailLimits } from './mail-limits.ts'
import { linkInvalid, openLink } from './open-link.ts'
import { deleteUnproven, findByEmail, updateAccount } from './repository/account-rows.ts'
import { deleteUnusedLinks, useLink } from './repository/link-rows.ts'
import type { SignedInRequester } from './requester.ts'
import { rotateToken } from './rotate-token.ts'
import { AccountForm } from './rules/account-form.ts'
import { sendConfirmEmail, sendEmailChanged } from './send-mails.ts'

const UNIQUE_VIOLATION = '23505'

/** The first step: a link goes to the new address. Somebody else's address answers the same, and its owner is told. */
export async function requestEmail(deps: AccountDeps, body: unknown, who: SignedInRequester): Promise<ResetEmail> {
  const form = new AccountForm(body)
  const email = form.email()
  const password = form.password('password')
  form.refuse('PROFILE_INCOMPLETE')
  const seen = await confirmPassword(deps, who.accountId, password)
  const key = emailKey(email)
  await deps.limits.take(...mailLimits('email', key, who.ip))
  return inEvenTime(() =>
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

/** The second: whoever reads the new mailbox has opened the link. Repeated, it answers the same for as long as the link lives. */
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
      // Who registered with the address without proving it gives way to who has.
      await deleteUnproven(client, emailKey(email))
      await updateAccount(client, account.id, { email, email_key: emailKey(email) })
      // They went to the old address.
      await deleteUnusedLinks(client, account.id, 'reset')
      await sendEmailChanged(client, deps, account, email)
      return { email }
    })
  } catch (error) {
    // Somebody else has proven to own the address since.
    if (codeOf(error) === UNIQUE_VIOLATION) throw linkInvalid()
    throw error
  }
}
