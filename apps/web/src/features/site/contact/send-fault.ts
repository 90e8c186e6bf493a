import type { TFunction } from 'i18next'
import { failureSlug, type CallFailure } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failure-text.ts'

/** The page's text for a rejected message. */
export function sendFault(t: TFunction, failure: CallFailure): string {
  const slug = failureSlug(failure)
  if (slug === 'CONTACT_NOT_SET') return t('site.contact.notSet')
  const { data } = failure
  const seconds =
    typeof data === 'object' && data !== null ? Number((data as { retry_after?: unknown }).retry_after) : NaN
  if (slug === 'RATE_LIMITED' && seconds > 0) return t('site.contact.limited', { minutes: Math.ceil(seconds / 60) })
  return failureText(t, failure)
}
