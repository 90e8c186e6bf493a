import type { LoginBody } from '@flowprint/contract'
import i18next from 'i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { signIn } from '../../../shared/session/session.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import { login } from '../calls.ts'
import { keepParting, keepTypedEmail } from '../handover.ts'

/** Logs in. Returns false when a one-time code is required; other refusals are thrown. The guard then redirects. */
export async function logIn(body: LoginBody): Promise<boolean> {
  // An inactive account is redirected to the page that resends the activation mail.
  keepTypedEmail(body.email)
  try {
    const { token, deletion_cancelled } = await login(body)
    keepParting({})
    signIn(token)
    if (deletion_cancelled) showToast(i18next.t('accounts.login.deletionCancelled'))
    return true
  } catch (error) {
    if (failureSlug(error) === 'OTP_REQUIRED') return false
    throw error
  }
}
