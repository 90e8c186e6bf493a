import { amountText, shownAmount } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { PersonalMail, Recipient } from '../../../platform/mail/index.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import type { Order } from '../queries/order-rows.ts'

type Deps = Pick<MembershipDeps, 'mail' | 'appUrl'>

/** Null if the account is deleted. */
async function findRecipient(client: Queryable, accountId: number): Promise<Recipient | null> {
  const row = await db(client)
    .selectFrom('account')
    .select(['username', 'email', 'language'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Mails of this module; each is enqueued in the transaction of `client` and deduplicated by key. */

type OrderTemplate = 'order_received' | 'order_passed' | 'order_refused' | 'order_reversed'

/** One mail of each template per order. */
async function sendAboutOrder<Template extends OrderTemplate>(
  client: Queryable,
  { mail, appUrl }: Deps,
  order: Order,
  template: Template,
  params: Omit<PersonalMail<Template>['params'], 'link'>,
): Promise<void> {
  const to = await findRecipient(client, order.accountId)
  if (to === null) return
  const all = { ...params, link: `${appUrl}/order/center` } as PersonalMail<Template>['params']
  await mail.enqueueMailTo(client, to, { template, params: all, dedupeKey: `${template} ${order.id}` })
}

export const sendOrderReceived = (client: Queryable, deps: Deps, order: Order): Promise<void> =>
  sendAboutOrder(client, deps, order, 'order_received', {
    amount: shownAmount(amountText(order.quotedAmount)),
    transaction_id: order.transactionId,
  })

export const sendOrderPassed = (client: Queryable, deps: Deps, order: Order, expireTime: number): Promise<void> =>
  sendAboutOrder(client, deps, order, 'order_passed', {
    amount: shownAmount(amountText(order.amount ?? order.quotedAmount)),
    until: iso(expireTime),
    remark: order.remark,
  })

export const sendOrderRefused = (client: Queryable, deps: Deps, order: Order): Promise<void> =>
  sendAboutOrder(client, deps, order, 'order_refused', { transaction_id: order.transactionId, remark: order.remark })

export const sendOrderReversed = (client: Queryable, deps: Deps, order: Order, expireTime: number): Promise<void> =>
  sendAboutOrder(client, deps, order, 'order_reversed', {
    transaction_id: order.transactionId,
    until: iso(expireTime),
    remark: order.reversalRemark ?? '',
  })

export interface Ending {
  readonly accountId: number
  readonly expireTime: number
  /** The reminder, as days before the end. */
  readonly before: number
  /** Days left; less than `before` if the mail could not be sent in time. */
  readonly days: number
  readonly isTrial: boolean
}

/** Sends one mail per end time and reminder. */
export async function sendMembershipEnds(client: Queryable, { mail, appUrl }: Deps, ending: Ending): Promise<void> {
  const { accountId, expireTime, before, days, isTrial } = ending
  const to = await findRecipient(client, accountId)
  if (to === null) return
  await mail.enqueueMailTo(client, to, {
    template: 'membership_ends',
    params: { days, until: iso(expireTime), is_trial: isTrial, link: `${appUrl}/activate` },
    dedupeKey: `membership_ends ${accountId} ${expireTime} ${before}`,
    expiresAt: expireTime,
  })
}
