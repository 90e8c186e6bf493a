import { amountText } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'

const DAY_MS = 86_400_000

export interface BusinessNumbers {
  readonly pendingOrders: number
  /** ms; null if no order is pending. */
  readonly oldestPendingAt: number | null
  /** Pending orders whose transaction another account also claims. */
  readonly disputedOrders: number
  /** Decimal text: accepted this month and not reversed. */
  readonly revenueMonth: string
  readonly members: number
  readonly expiringWeek: number
}

const PENDING = "(select count(*)::int from payment_order where status = 'pending')"
const DISPUTED =
  "(select count(distinct d.order_id)::int from payment_order o join order_dispute d on d.order_id = o.id where o.status = 'pending')"

/** Counts of pending orders, and of those that another account also claims. */
export async function pendingNumbers(
  client: Queryable,
): Promise<Pick<BusinessNumbers, 'pendingOrders' | 'disputedOrders'>> {
  const { rows } = await client.query<{ pending: number; disputed: number }>(
    `select ${PENDING} as pending, ${DISPUTED} as disputed`,
  )
  return { pendingOrders: rows[0].pending, disputedOrders: rows[0].disputed }
}

/**
 * Figures of payments and memberships at a time (ms); `timeZone` defines the month. Each number is read from a separate
 * index.
 */
export async function businessNumbers(client: Queryable, now: number, timeZone: string): Promise<BusinessNumbers> {
  const { rows } = await client.query<{
    pending: number
    oldest: Date | null
    disputed: number
    revenue: string
    members: number
    expiring: number
  }>(
    `select
       ${PENDING} as pending,
       (select min(submitted_at) from payment_order where status = 'pending') as oldest,
       ${DISPUTED} as disputed,
       (select coalesce(sum(amount), 0)::text from payment_order
        where status = 'passed' and reversed_at is null and reviewed_at >= date_trunc('month', $1::timestamptz at time zone $3) at time zone $3) as revenue,
       (select count(*)::int from membership where expire_time > $1) as members,
       (select count(*)::int from membership where expire_time > $1 and expire_time <= $2) as expiring`,
    [new Date(now), new Date(now + 7 * DAY_MS), timeZone],
  )
  const [row] = rows
  return {
    pendingOrders: row.pending,
    oldestPendingAt: row.oldest?.getTime() ?? null,
    disputedOrders: row.disputed,
    revenueMonth: amountText(BigInt(row.revenue)),
    members: row.members,
    expiringWeek: row.expiring,
  }
}
