import { addressBlock } from '../../platform/http/index.ts'
import type { KeyedLimit } from '../../platform/http/index.ts'

/** The call that sends the mail. Each has a separate budget. */
export type MailPurpose = 'register' | 'activate' | 'reset' | 'email'

/**
 * Limits for mails to one address. Budgets are separate per requester and per call; the last limit bounds the total of
 * all requesters.
 */
export function mailLimits(purpose: MailPurpose, emailKey: string, ip: string): (readonly [KeyedLimit, string])[] {
  const ofRequester = `${purpose} ${addressBlock(ip)} ${emailKey}`
  return [
    ['mail_from', ip],
    ['mail_to', ofRequester],
    ['mail_to_hourly', ofRequester],
    ['mail_to_from_all', `${purpose} ${emailKey}`],
  ]
}
