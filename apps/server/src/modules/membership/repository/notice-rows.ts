import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

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

/** Deletes all notices and returns their counts: orders still pending, and disputes. */
export async function drainNotices(client: Queryable): Promise<{ readonly orders: number; readonly disputes: number }> {
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
export async function lastDigestAt(client: Queryable): Promise<number | null> {
  const row = await db(client)
    .selectFrom('mail_outbox')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('template', '=', 'review_digest')
    .executeTakeFirst()
  return row?.at?.getTime() ?? null
}
