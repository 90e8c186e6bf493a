import { MAX_CONTACT_NAME_LENGTH, MAX_CONTACT_TEXT_LENGTH, MIN_CONTACT_TEXT_LENGTH } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import { type Rule, atMost, isEmail, required } from '../../../shared/forms/rules.ts'
import { type CallFailure, failureSlug, retryAfter } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'

/** Length in characters as users count them, trimmed. */
export const lengthOf = (text: string): number => [...text.trim()].length

/** Validation of a message; the same limits as on the server. */
export function messageRules(t: TFunction): { readonly [Name in 'name' | 'email' | 'text']: readonly Rule<unknown>[] } {
  const filled = required(t('site.contact.required'))
  return {
    name: [filled, atMost(MAX_CONTACT_NAME_LENGTH, t('site.contact.longName', { max: MAX_CONTACT_NAME_LENGTH }))],
    email: [filled, isEmail(t('site.contact.badEmail'))],
    text: [
      filled,
      (text) =>
        lengthOf(text) < MIN_CONTACT_TEXT_LENGTH ? t('site.contact.shortText', { min: MIN_CONTACT_TEXT_LENGTH }) : null,
      (text) =>
        lengthOf(text) > MAX_CONTACT_TEXT_LENGTH
          ? t('site.contact.longText', { over: lengthOf(text) - MAX_CONTACT_TEXT_LENGTH, max: MAX_CONTACT_TEXT_LENGTH })
          : null,
    ],
  }
}

/** The page's text for a rejected message. */
export function sendFault(t: TFunction, failure: CallFailure): string {
  const slug = failureSlug(failure)
  if (slug === 'CONTACT_NOT_SET') return t('site.contact.notSet')
  const seconds = retryAfter(failure)
  if (slug === 'RATE_LIMITED' && seconds !== null)
    return t('site.contact.limited', { minutes: Math.ceil(seconds / 60) })
  return failureText(t, failure)
}
