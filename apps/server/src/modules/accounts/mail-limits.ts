import { addressBlock } from '../../platform/http/index.ts'
import type { KeyedLimit } from '../../platform/http/index.ts'

/** The call that causes the mail: each has separate budgets. */
export type MailPurpose = 'register' | 'activate' | 'reset' | 'email'

/**
 * Limits of mails that a caller has sent to an e-mail address. What one requester uses up is not taken from another, and no
 * call uses up the budget of another call; the last limit bounds what all requesters together can send.
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
