import { amountText, shownAmount } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { PromotionDeps } from '../promotion-deps.ts'
import type { PromoterAccount } from '../queries/promoter-rows.ts'

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
  const params = {
    days: about.days,
    until: new Date(about.until).toISOString(),
    link: `${appUrl}/order`,
  }
  await mail.enqueueMailTo(client, to, {
    template: 'trial_started',
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
  const params = {
    amount: formatAmount(about.pending),
    has_address: about.hasAddress,
    link: `${appUrl}/promotion-progress`,
  }
  return mail.enqueueMailTo(client, to, {
    template: 'payout_reminder',
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
  const { amount, count, settlementId, address } = about
  const params = {
    amount: formatAmount(amount),
    count,
    settlement_id: settlementId,
    address,
    link: `${appUrl}/promotion-progress`,
  }
  return mail.enqueueMailTo(client, to, {
    template: 'shares_settled',
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
  const { address, at, hours, isFirst } = about
  const params = {
    address,
    at: new Date(at).toISOString(),
    hours,
    is_first: isFirst,
    link: `${appUrl}/promotion-progress`,
  }
  return mail.enqueueMailTo(client, to, {
    template: 'payout_address_changed',
    params,
    dedupeKey: about.key,
  })
}

/** Records which dividends a mail is about; a database trigger records when the mail server accepts it. */
export async function insertDividendMail(
  client: Queryable,
  mail: { readonly inviterId: number; readonly key: string; readonly at: number },
  ids: readonly number[],
): Promise<void> {
  const { id } = await db(client)
    .insertInto('dividend_mail')
    .values({ inviter_id: mail.inviterId, mail_key: mail.key, enqueued_at: new Date(mail.at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into dividend_mail_row (dividend_id, mail_id) select unnest(${ids}::bigint[]), ${id}`.execute(
    db(client),
  )
}

/** IDs of the pending dividends. */
export async function pendingIds(client: Queryable, inviterId: number): Promise<number[]> {
  const query = db(client)
    .selectFrom('dividend')
    .select('id')
    .where(({ and }) => and({ inviter_id: inviterId, status: 'pending' }))
  return (await query.execute()).map(({ id }) => id)
}

/**
 * State of a mail about dividends: waiting, accepted, or over (failed permanently, or stored because there is no mail
 * server).
 */
export async function mailState(client: Queryable, key: string): Promise<'waiting' | 'accepted' | 'over'> {
  const row = await db(client)
    .selectFrom('dividend_mail as m')
    .leftJoin('mail_outbox as o', 'o.dedupe_key', 'm.mail_key')
    .select(['m.accepted_at', 'o.status'])
    .where('m.mail_key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return 'over'
  const { accepted_at, status } = row
  if (accepted_at !== null) return 'accepted'
  return status === 'queued' || status === 'sending' ? 'waiting' : 'over'
}
