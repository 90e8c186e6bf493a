import { amountText } from '@flowprint/contract'
import { DAY_MS } from '@flowprint/orderflow'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

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

const PENDING = sql`(select count(*)::int from payment_order where status = 'pending')`
const DISPUTED = sql`(
  select count(distinct d.order_id)::int from payment_order o join order_dispute d on d.order_id = o.id where o.status = 'pending')`

/** Counts of pending orders, and of those that another account also claims. */
export async function pendingNumbers(
  client: Queryable,
): Promise<Pick<BusinessNumbers, 'pendingOrders' | 'disputedOrders'>> {
  const { rows } = await sql<{ pending: number; disputed: number }>`
    select ${PENDING} as pending, ${DISPUTED} as disputed`.execute(db(client))
  return { pendingOrders: rows[0].pending, disputedOrders: rows[0].disputed }
}

/**
 * Figures of payments and memberships at a time (ms); `timeZone` defines the month. Each number is read from a separate
 * index.
 */
export async function businessNumbers(client: Queryable, now: number, timeZone: string): Promise<BusinessNumbers> {
  const [at, weekLater] = [new Date(now), new Date(now + 7 * DAY_MS)]
  const { rows } = await sql<{
    pending: number
    oldest: Date | null
    disputed: number
    revenue: string
    members: number
    expiring: number
  }>`
    select
      ${PENDING} as pending,
      (select min(submitted_at) from payment_order where status = 'pending') as oldest,
      ${DISPUTED} as disputed,
      (select coalesce(sum(amount), 0)::text from payment_order where status = 'passed' and reversed_at is null
        and reviewed_at >= date_trunc('month', ${at}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}) as revenue,
      (select count(*)::int from membership where expire_time > ${at}) as members,
      (select count(*)::int from membership where expire_time > ${at} and expire_time <= ${weekLater}) as expiring`.execute(
    db(client),
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
