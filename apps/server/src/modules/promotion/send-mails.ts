import { amountText, shownAmount } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import type { PromotionDeps } from './promotion-deps.ts'
import type { PromoterAccount } from './repository/promoter-rows.ts'

type Deps = Pick<PromotionDeps, 'mail' | 'appUrl'>
type To = Pick<PromoterAccount, 'username' | 'email' | 'language'>

const formatAmount = (amount: bigint): string => shownAmount(amountText(amount))

/** Mails of this module; each is enqueued in the transaction of `client`. Returns false if the account is deleted. */

/** Once per account, like the trial. `until` in ms. */
export async function sendTrialStarted(
  client: Queryable,
  { mail, appUrl }: Deps,
  to: To,
  about: { readonly accountId: number; readonly days: number; readonly until: number },
): Promise<void> {
  if (to.email === null) return
  const params = {
    name: to.username,
    days: about.days,
    until: new Date(about.until).toISOString(),
    link: `${appUrl}/order`,
  }
  await mail.enqueueMail(client, {
    template: 'trial_started',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: `trial_started ${about.accountId}`,
  })
}

export async function sendReminderMail(
  client: Queryable,
  { mail, appUrl }: Deps,
  to: To,
  about: { readonly key: string; readonly pending: bigint; readonly hasAddress: boolean },
): Promise<boolean> {
  if (to.email === null) return false
  const params = {
    name: to.username,
    amount: formatAmount(about.pending),
    has_address: about.hasAddress,
    link: `${appUrl}/promotion-progress`,
  }
  return mail.enqueueMail(client, {
    template: 'payout_reminder',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: about.key,
  })
}

export async function sendSettled(
  client: Queryable,
  { mail, appUrl }: Deps,
  to: To,
  about: {
    readonly key: string
    readonly amount: bigint
    readonly count: number
    readonly settlementId: string
    readonly address: string
  },
): Promise<boolean> {
  if (to.email === null) return false
  const { amount, count, settlementId, address } = about
  const params = {
    name: to.username,
    amount: formatAmount(amount),
    count,
    settlement_id: settlementId,
    address,
    link: `${appUrl}/promotion-progress`,
  }
  return mail.enqueueMail(client, {
    template: 'shares_settled',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: about.key,
  })
}

export async function sendAddressChanged(
  client: Queryable,
  { mail, appUrl }: Deps,
  to: To,
  about: {
    readonly key: string
    readonly address: string
    readonly at: number
    readonly hours: number
    readonly isFirst: boolean
  },
): Promise<boolean> {
  if (to.email === null) return false
  const { address, at, hours, isFirst } = about
  const params = {
    name: to.username,
    address,
    at: new Date(at).toISOString(),
    hours,
    is_first: isFirst,
    link: `${appUrl}/promotion-progress`,
  }
  return mail.enqueueMail(client, {
    template: 'payout_address_changed',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: about.key,
  })
}
