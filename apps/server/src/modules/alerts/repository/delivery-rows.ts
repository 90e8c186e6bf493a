import type { AlertChannel } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
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
  const at = new Date(now)
  const common = {
    event_id: event.id,
    account_id: event.accountId,
    status: 'queued',
    next_at: at,
    created_at: at,
  } as const
  await db(client)
    .insertInto('alert_delivery')
    .values(targets.map(({ channel, target }) => ({ ...common, channel, target })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Leases the delivery that has been due longest, or returns null. Concurrent senders never lease the same one. */
export async function leaseDelivery(client: Queryable, now: number): Promise<LeasedDelivery | null> {
  const row = await db(client)
    .updateTable('alert_delivery')
    .set({ status: 'sending', attempts: sql`attempts + 1`, next_at: new Date(now + LEASE_MS) })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('alert_delivery')
        .select('id')
        .where('status', 'in', ['queued', 'sending'])
        .where('next_at', '<=', new Date(now))
        .orderBy('next_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'event_id as eventId', 'account_id as accountId', 'channel', 'target', 'attempts', 'created_at'])
    .executeTakeFirst()
  if (row === undefined) return null
  const { created_at, ...delivery } = row
  return { ...delivery, createdAt: created_at.getTime() }
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

export async function postponeDelivery(
  client: Queryable,
  taken: LeasedDelivery,
  until: number,
  error: string,
): Promise<void> {
  await updateLeased(client, taken)
    .set({ status: 'queued', next_at: new Date(until), last_error: error })
    .execute()
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
