import type { Queryable } from '../../../platform/database/index.ts'

/** Counts of mails that failed permanently since a time (ms) and of mails still queued. */
export async function mailNumbers(
  client: Queryable,
  since: number,
): Promise<{ readonly failures: number; readonly waiting: number }> {
  const { rows } = await client.query<{ failures: number; waiting: number }>(
    `select (select count(*)::int from mail_outbox where status = 'dead' and created_at >= $1) as failures,
       (select count(*)::int from mail_outbox where status in ('queued', 'sending')) as waiting`,
    [new Date(since)],
  )
  return rows[0]
}
