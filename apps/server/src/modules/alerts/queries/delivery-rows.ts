import type { AlertChannel } from '@flowprint/contract'
import { db } from '../../../platform/database/index.ts'
import type { Queryable, RowTask } from '../../../platform/database/index.ts'
import { enqueueRowJob } from '../../../platform/jobs/index.ts'

/** A delivery leased by this process; others skip it until `LEASE_MS` have passed. */
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

/** Task of the jobs about deliveries. */
export const DELIVERY_TASK = 'deliver_alert' satisfies RowTask

/** Inserts the deliveries and their jobs in the transaction of `client`. */
export async function insertDeliveries(
  client: Queryable,
  event: { readonly id: number; readonly accountId: number },
  targets: readonly { readonly channel: AlertChannel; readonly target: number }[],
  now: number,
): Promise<void> {
  if (targets.length === 0) return
  await client.query(
    `with added as (
       insert into alert_delivery (event_id, account_id, channel, target, status, next_at, created_at)
       select $1, $2, channel, target, 'queued', $5, $5 from unnest($3::text[], $4::bigint[]) as way (channel, target)
       on conflict do nothing returning id)
     select (${enqueueRowJob(DELIVERY_TASK, 'id')}).id from added`,
    [
      event.id,
      event.accountId,
      targets.map(({ channel }) => channel),
      targets.map(({ target }) => target),
      new Date(now),
    ],
  )
}

/** Leases a due delivery; null: it is not due, leased by another process, or done. */
export async function leaseDelivery(client: Queryable, delivery: number, now: number): Promise<LeasedDelivery | null> {
  const { rows } = await client.query<{
    id: number
    event_id: number
    account_id: number
    channel: AlertChannel
    target: number
    attempts: number
    created_at: Date
  }>(
    `update alert_delivery set status = 'sending', attempts = attempts + 1, next_at = $3
     where id = $1 and status in ('queued', 'sending') and next_at <= $2
     returning id, event_id, account_id, channel, target, attempts, created_at`,
    [delivery, new Date(now), new Date(now + LEASE_MS)],
  )
  if (rows.length === 0) return null
  const [{ id, event_id, account_id, channel, target, attempts, created_at }] = rows
  return { id, eventId: event_id, accountId: account_id, channel, target, attempts, createdAt: created_at.getTime() }
}

/** Updates a leased delivery; does nothing when another sender has leased it since. */
const updateLeased = (client: Queryable, { id, attempts }: LeasedDelivery) =>
  db(client)
    .updateTable('alert_delivery')
    .where(({ and }) => and({ id, attempts, status: 'sending' }))

/** Does nothing when another sender has leased it since. */
export async function closeDelivery(
  client: Queryable,
  taken: LeasedDelivery,
  status: 'sent' | 'dead' | 'skipped',
  now: number,
  error: string | null,
): Promise<void> {
  await updateLeased(client, taken)
    .set({ status, done_at: new Date(now), ...(error === null ? {} : { last_error: error }) })
    .execute()
}

/** Enqueues the next attempt. Does nothing when another process has leased the delivery since. */
export async function postponeDelivery(
  client: Queryable,
  taken: LeasedDelivery,
  now: number,
  until: number,
  error: string,
): Promise<void> {
  await client.query(
    `with postponed as (
       update alert_delivery set status = 'queued', next_at = $3, last_error = $4
       where id = $1 and status = 'sending' and attempts = $2 returning id)
     select (${enqueueRowJob(DELIVERY_TASK, 'id', '$5::float8')}).id from postponed`,
    [taken.id, taken.attempts, new Date(until), error, until - now],
  )
}

export async function enqueueDueDeliveries(client: Queryable, now: number): Promise<void> {
  await client.query(
    `select (${enqueueRowJob(DELIVERY_TASK, 'id')}).id from alert_delivery
     where status in ('queued', 'sending') and next_at <= $1`,
    [new Date(now)],
  )
}

/** Number of messages an account was sent on this channel since `time`. */
export async function countSent(
  client: Queryable,
  accountId: number,
  channel: AlertChannel,
  time: number,
): Promise<number> {
  const { n } = await db(client)
    .selectFrom('alert_delivery')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(({ and }) => and({ account_id: accountId, channel, status: 'sent' }))
    .where('created_at', '>', new Date(time))
    .executeTakeFirstOrThrow()
  return n
}
