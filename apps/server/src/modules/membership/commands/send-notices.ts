import { DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Language } from '@flowprint/i18n'
import { db, inTransaction } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { sendMembershipEnds } from './send-mails.ts'
import { pendingNumbers } from '../queries/business-numbers.ts'

/**
 * Days before the end at which a mail is sent, ascending. An account that joins less than seven days before gets only
 * one.
 */
const REMINDERS = [1, 7] as const
const BATCH = 500

/**
 * Mails accounts whose membership ends within seven days, and again within one day. A mail is sent once per end time
 * and number of days, however often this runs; an extended membership has a new end time and gets new reminders.
 */
export async function sendExpiryReminders(
  deps: Pick<MembershipDeps, 'pool' | 'clock' | 'mail' | 'appUrl'>,
): Promise<void> {
  const now = deps.clock.now()
  let after = 0
  for (;;) {
    const rows = await db(deps.pool)
      .selectFrom('membership as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('membership_event as e')
            .select(['e.kind', 'e.at'])
            .whereRef('e.account_id', '=', 'm.account_id')
            .orderBy('e.id', 'desc')
            .limit(1)
            .as('e'),
        (join) => join.onTrue(),
      )
      .select(['m.account_id', 'm.expire_time', 'e.kind', 'e.at as given_at'])
      .where('a.disabled_at', 'is', null)
      .where('a.deleted_at', 'is', null)
      .where('m.expire_time', '>', new Date(now))
      .where('m.expire_time', '<=', new Date(now + Math.max(...REMINDERS) * DAY_MS))
      .where('m.account_id', '>', after)
      .orderBy('m.account_id')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return
    for (const row of rows) {
      after = row.account_id
      const expireTime = row.expire_time.getTime()
      const days = REMINDERS.find((n) => expireTime - now <= n * DAY_MS)
      // A trial of seven days must not begin with a mail about its end.
      if (days === undefined || expireTime - row.given_at.getTime() <= days * DAY_MS) continue
      const ending = {
        accountId: row.account_id,
        expireTime,
        before: days,
        days: Math.ceil((expireTime - now) / DAY_MS),
        isTrial: row.kind === 'trial',
      }
      await inTransaction(deps.pool, (client) => sendMembershipEnds(client, deps, ending))
    }
  }
}

const MIN_INTERVAL_MS = 10 * MINUTE_MS

interface Administrator {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly language: Language
}

export interface DigestDeps extends Pick<MembershipDeps, 'pool' | 'clock' | 'mail' | 'appUrl'> {
  readonly listAdministrators: (client: Queryable) => Promise<readonly Administrator[]>
}

/**
 * Mails all administrators a digest of new orders and disputes, at most every ten minutes.
 * Locking the notices serializes processes that run it at the same time.
 */
export async function sendReviewDigest({ pool, clock, mail, appUrl, listAdministrators }: DigestDeps): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (!(await lockNotices(client))) return
    const now = clock.now()
    const last = await lastDigestAt(client)
    if (last !== null && now - last < MIN_INTERVAL_MS) return
    const { orders, disputes } = await drainNotices(client)
    if (orders === 0 && disputes === 0) return
    const { pendingOrders: waiting } = await pendingNumbers(client)
    for (const { id, username, email, language } of await listAdministrators(client)) {
      const params = { name: username, orders, disputes, waiting, link: `${appUrl}/manager/order` }
      await mail.enqueueMail(client, {
        template: 'review_digest',
        to: email,
        language,
        params,
        dedupeKey: `review_digest ${now} ${id}`,
      })
    }
  })
}

/** Queues a notice for the reviewers' digest, in the transaction of its event. */
export async function insertNotice(
  client: Queryable,
  kind: 'order' | 'dispute',
  orderId: number,
  at: number,
): Promise<void> {
  await db(client)
    .insertInto('review_notice')
    .values({ order_id: orderId, kind, created_at: new Date(at) })
    .execute()
}

/** Waits for others that send the notices; false: there are none. */
async function lockNotices(client: Queryable): Promise<boolean> {
  const rows = await db(client).selectFrom('review_notice').select('id').orderBy('id').forUpdate().execute()
  return rows.length > 0
}

/** Deletes all notices and returns their counts: orders still pending, and disputes. */
async function drainNotices(client: Queryable): Promise<{ readonly orders: number; readonly disputes: number }> {
  return db(client)
    .with('taken', (query) => query.deleteFrom('review_notice').returning(['order_id', 'kind']))
    .selectFrom('taken as t')
    .innerJoin('payment_order as o', 'o.id', 't.order_id')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('t.kind', '=', 'order').filterWhere('o.status', '=', 'pending').as('orders'),
      fn.countAll<number>().filterWhere('t.kind', '=', 'dispute').as('disputes'),
    ])
    .executeTakeFirstOrThrow()
}

/** Time of the last digest, ms; null if there was none. */
async function lastDigestAt(client: Queryable): Promise<number | null> {
  const row = await db(client)
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('template', '=', 'review_digest')
    .executeTakeFirst()
  return row?.at?.getTime() ?? null
}
