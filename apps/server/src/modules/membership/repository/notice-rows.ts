import type { Queryable } from '../../../platform/database/index.ts'

/** Queues a notice for the reviewers' digest, in the transaction of its event. */
export async function insertNotice(
  client: Queryable,
  kind: 'order' | 'dispute',
  orderId: number,
  at: number,
): Promise<void> {
  await client.query('insert into review_notice (order_id, kind, created_at) values ($1, $2, $3)', [
    orderId,
    kind,
    new Date(at),
  ])
}

/** Deletes all notices and returns their counts: orders still pending, and disputes. */
export async function drainNotices(client: Queryable): Promise<{ readonly orders: number; readonly disputes: number }> {
  const { rows } = await client.query<{ orders: number; disputes: number }>(
    `with taken as (delete from review_notice returning order_id, kind)
     select count(*) filter (where t.kind = 'order' and o.status = 'pending')::int as orders, count(*) filter (where t.kind = 'dispute')::int as disputes
     from taken t join payment_order o on o.id = t.order_id`,
  )
  return rows[0]
}

/** Time of the last digest, ms; null if there was none. */
export async function lastDigestAt(client: Queryable): Promise<number | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    "select max(created_at) as at from mail_outbox where template = 'review_digest'",
  )
  return rows[0].at?.getTime() ?? null
}
