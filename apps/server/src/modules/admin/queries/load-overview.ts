import type { AdminOverview, AdminPending } from '@flowprint/contract'
import { WEEK_MS } from '@flowprint/orderflow'
import { countRegistered } from '../../accounts/index.ts'
import { businessNumbers, loadPaymentTerms, pendingNumbers } from '../../membership/index.ts'
import { promotionNumbers } from '../../promotion/index.ts'
import type { AdminDeps } from '../admin-deps.ts'
import { lastPaymentChange } from './settings.ts'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Pending work of administrators, and key figures of the business. */
export async function loadOverview({ pool, clock, businessTz, feeds }: AdminDeps): Promise<AdminOverview> {
  const now = clock.now()
  const [business, promotion, mails, registered, terms, change] = await Promise.all([
    businessNumbers(pool, now, businessTz),
    promotionNumbers(pool, now),
    mailNumbers(pool, now - WEEK_MS),
    countRegistered(pool, now - WEEK_MS),
    loadPaymentTerms(pool, now),
    lastPaymentChange(pool),
  ])
  const { oldestPendingAt } = business
  const { booksCheck } = promotion
  return {
    pending_orders: business.pendingOrders,
    oldest_pending_at: oldestPendingAt === null ? null : new Date(oldestPendingAt).toISOString(),
    disputed_orders: business.disputedOrders,
    pending_settlements: promotion.pendingSettlements,
    pending_amount: promotion.pendingAmount,
    missing_addresses: promotion.missingAddresses,
    mail_failures: mails.failures,
    mail_waiting: mails.waiting,
    members: business.members,
    expiring_week: business.expiringWeek,
    registered_week: registered,
    revenue_month: business.revenueMonth,
    receive_address_set: terms.receiveAddress !== null,
    last_payment_change:
      change === null ? null : { key: change.key, at: new Date(change.at).toISOString(), actor_name: change.actorName },
    books_checked_at: booksCheck === null ? null : new Date(booksCheck.at).toISOString(),
    books_ok: booksCheck?.ok ?? null,
    feeds: feeds(),
  }
}

export async function loadPending(client: Queryable): Promise<AdminPending> {
  const { pendingOrders, disputedOrders } = await pendingNumbers(client)
  return { pending_orders: pendingOrders, disputed_orders: disputedOrders }
}

/** Counts of mails that failed permanently since a time (ms) and of mails still queued. */
function mailNumbers(
  client: Queryable,
  since: number,
): Promise<{ readonly failures: number; readonly waiting: number }> {
  const mails = db(client)
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.countAll<number>().as('n'))
  return db(client)
    .selectNoFrom([
      mails
        .where('status', '=', 'dead')
        .where('created_at', '>=', new Date(since))
        .$asScalar()
        .$notNull()
        .as('failures'),
      mails.where('status', 'in', ['queued', 'sending']).$asScalar().$notNull().as('waiting'),
    ])
    .executeTakeFirstOrThrow()
}
