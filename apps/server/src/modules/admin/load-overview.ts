import type { AdminOverview } from '@flowprint/contract'
import { WEEK_MS } from '@flowprint/orderflow'
import { countRegistered } from '../accounts/index.ts'
import { businessNumbers, loadPaymentTerms } from '../membership/index.ts'
import { promotionNumbers } from '../promotion/index.ts'
import type { AdminDeps } from './admin-deps.ts'
import { lastPaymentChange } from './repository/setting-rows.ts'
import { mailNumbers } from './repository/mail-numbers.ts'

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
