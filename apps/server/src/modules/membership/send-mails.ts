import { amountText, shownAmount } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { db } from '../../platform/database/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { MembershipDeps } from './membership-deps.ts'
import type { Order } from './repository/order-rows.ts'

type Deps = Pick<MembershipDeps, 'mail' | 'appUrl'>

interface Owner {
  readonly name: string
  readonly email: string
  readonly language: Language
}

/** Null if the account is deleted. */
async function ownerOf(client: Queryable, accountId: number): Promise<Owner | null> {
  const row = await db(client)
    .selectFrom('account')
    .select(['username', 'email', 'language'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined || row.email === null
    ? null
    : { name: row.username, email: row.email, language: row.language }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** Mails of this module; each is enqueued in the transaction of `client` and deduplicated by key. */

export async function sendOrderReceived(client: Queryable, { mail, appUrl }: Deps, order: Order): Promise<void> {
  const to = await ownerOf(client, order.accountId)
  if (to === null) return
  const params = {
    name: to.name,
    amount: shownAmount(amountText(order.quotedAmount)),
    transaction_id: order.transactionId,
    link: `${appUrl}/order/center`,
  }
  await mail.enqueueMail(client, {
    template: 'order_received',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: `order_received ${order.id}`,
  })
}

export async function sendOrderPassed(
  client: Queryable,
  { mail, appUrl }: Deps,
  order: Order,
  expireTime: number,
): Promise<void> {
  const to = await ownerOf(client, order.accountId)
  if (to === null) return
  const params = {
    name: to.name,
    amount: shownAmount(amountText(order.amount ?? order.quotedAmount)),
    until: iso(expireTime),
    remark: order.remark,
    link: `${appUrl}/order/center`,
  }
  await mail.enqueueMail(client, {
    template: 'order_passed',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: `order_passed ${order.id}`,
  })
}

export async function sendOrderRefused(client: Queryable, { mail, appUrl }: Deps, order: Order): Promise<void> {
  const to = await ownerOf(client, order.accountId)
  if (to === null) return
  const params = {
    name: to.name,
    transaction_id: order.transactionId,
    remark: order.remark,
    link: `${appUrl}/order/center`,
  }
  await mail.enqueueMail(client, {
    template: 'order_refused',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: `order_refused ${order.id}`,
  })
}

export async function sendOrderReversed(
  client: Queryable,
  { mail, appUrl }: Deps,
  order: Order,
  expireTime: number,
): Promise<void> {
  const to = await ownerOf(client, order.accountId)
  if (to === null) return
  const params = {
    name: to.name,
    transaction_id: order.transactionId,
    until: iso(expireTime),
    remark: order.reversalRemark ?? '',
    link: `${appUrl}/order/center`,
  }
  await mail.enqueueMail(client, {
    template: 'order_reversed',
    to: to.email,
    language: to.language,
    params,
    dedupeKey: `order_reversed ${order.id}`,
  })
}

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
  const to = await ownerOf(client, ending.accountId)
  if (to === null) return
  const params = {
    name: to.name,
    days: ending.days,
    until: iso(ending.expireTime),
    is_trial: ending.isTrial,
    link: `${appUrl}/activate`,
  }
  const dedupeKey = `membership_ends ${ending.accountId} ${ending.expireTime} ${ending.before}`
  await mail.enqueueMail(client, {
    template: 'membership_ends',
    to: to.email,
    language: to.language,
    params,
    dedupeKey,
    expiresAt: ending.expireTime,
  })
}
