import type { AlertChannel } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'

/** A delivery leased by this process; other senders skip it until `LEASE_MS` have passed. */
export interface LeasedDelivery {
  readonly id: number
  readonly eventId: number
  readonly accountId: number
  readonly channel: AlertChannel
  /** Id of alert_push; 0 for channels with one target. */
  readonly target: number
  /** Number of attempts, including this one. */
  readonly attempts: number
  readonly createdAt: number
}

/** Longer than the longest attempt: an expired lease means its owner crashed. */
export const LEASE_MS = 60_000

export async function insertDeliveries(
  client: Queryable,
  event: { readonly id: number; readonly accountId: number },
  targets: readonly { readonly channel: AlertChannel; readonly target: number }[],
  now: number,
): Promise<void> {
  if (targets.length === 0) return
  await client.query(
    `insert into alert_delivery (event_id, account_id, channel, target, status, next_at, created_at)
     select $1, $2, channel, target, 'queued', $5, $5 from unnest($3::text[], $4::bigint[]) as way (channel, target) on conflict do nothing`,
    [
      event.id,
      event.accountId,
      targets.map(({ channel }) => channel),
      targets.map(({ target }) => target),
      new Date(now),
    ],
  )
}

/** Leases the delivery that has been due longest, or returns null. Concurrent senders never lease the same one. */
export async function leaseDelivery(client: Queryable, now: number): Promise<LeasedDelivery | null> {
  const { rows } = await client.query<{
    id: number
    event_id: number
    account_id: number
    channel: AlertChannel
    target: number
    attempts: number
    created_at: Date
  }>(
    `update alert_delivery set status = 'sending', attempts = attempts + 1, next_at = $2
     where id = (select id from alert_delivery where status in ('queued', 'sending') and next_at <= $1
                 order by next_at, id limit 1 for update skip locked)
     returning id, event_id, account_id, channel, target, attempts, created_at`,
    [new Date(now), new Date(now + LEASE_MS)],
  )
  if (rows.length === 0) return null
  const [{ id, event_id, account_id, channel, target, attempts, created_at }] = rows
  return { id, eventId: event_id, accountId: account_id, channel, target, attempts, createdAt: created_at.getTime() }
}

/** Does nothing when another sender has leased it since. */
export async function closeDelivery(
  client: Queryable,
  taken: LeasedDelivery,
  status: 'sent' | 'dead' | 'skipped',
  now: number,
  error: string | null,
): Promise<void> {
  await client.query(
    `update alert_delivery set status = $3, done_at = $4, last_error = coalesce($5, last_error)
     where id = $1 and status = 'sending' and attempts = $2`,
    [taken.id, taken.attempts, status, new Date(now), error],
  )
}

export async function postponeDelivery(
  client: Queryable,
  taken: LeasedDelivery,
  until: number,
  error: string,
): Promise<void> {
  await client.query(
    "update alert_delivery set status = 'queued', next_at = $3, last_error = $4 where id = $1 and status = 'sending' and attempts = $2",
    [taken.id, taken.attempts, new Date(until), error],
  )
}

/** Number of messages an account was sent on this channel since `time`. */
export async function countSent(
  client: Queryable,
  accountId: number,
  channel: AlertChannel,
  time: number,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*) as count from alert_delivery where account_id = $1 and channel = $2 and created_at > $3 and status = 'sent'",
    [accountId, channel, new Date(time)],
  )
  return rows[0].count
}
