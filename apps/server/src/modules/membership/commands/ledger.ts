import type { ReversalScope } from '@flowprint/contract'
import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { expireTimeOf } from '../queries/membership-of.ts'
import { computeExtension, computeReversal } from '../rules/extend.ts'
import type { Extension, Length } from '../rules/extend.ts'

/** A new ledger entry. `client` must be inside a transaction. */
export interface Entry {
  readonly accountId: number
  /** ms since the epoch, of the server's clock. */
  readonly at: number
  readonly kind: 'grant' | 'trial' | 'purchase'
  readonly length: Length
  /** Only for a purchase. */
  readonly orderId: number | null
  /** Account that grants it; null for the program or a command. */
  readonly actorId: number | null
  readonly remark: string
}

/**
 * Locks the membership of an account until the transaction ends, so that its changes are serialized. If the row is new,
 * concurrent inserts conflict on the unique key: the second one waits and then reads the first's row.
 */
async function lockMembership(client: Queryable, accountId: number): Promise<number | null> {
  await db(client)
    .insertInto('membership')
    .values({ account_id: accountId, expire_time: sql`'-infinity'` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db(client).selectFrom('membership').where('account_id', '=', accountId).forNoKeyUpdate().execute()
  return expireTimeOf(client, accountId)
}

/** Adds a ledger entry that extends a membership; returns the new expire time, ms since the epoch. */
export async function extend(
  client: Queryable,
  { accountId, at, kind, length, orderId, actorId, remark }: Entry,
): Promise<number> {
  const { from, to } = computeExtension(await lockMembership(client, accountId), at, length)
  await db(client)
    .insertInto('membership_event')
    .values({
      account_id: accountId,
      at: new Date(at),
      kind,
      days: length === 'year' ? null : length,
      order_id: orderId,
      from_time: new Date(from),
      to_time: new Date(to),
      actor_id: actorId,
      remark,
    })
    .execute()
  await setExpireTime(client, accountId, to)
  return to
}

/** The time range that a passed order gave, moved earlier by later reversals of preceding orders. */
export async function loadExtension(client: Queryable, orderId: number): Promise<Extension> {
  const { rows } = await sql<{ from_time: Date; to_time: Date; moved_ms: number }>`
    select e.from_time, e.to_time, (
      select coalesce(sum(extract(epoch from r.from_time) * 1000 - extract(epoch from r.to_time) * 1000), 0)::bigint
      from membership_event r join membership_event p on p.order_id = r.order_id and p.kind = 'purchase'
      where r.account_id = e.account_id and r.kind = 'reversal' and r.id > e.id and p.id < e.id) as moved_ms
    from membership_event e where e.order_id = ${orderId} and e.kind = 'purchase'`.execute(db(client))
  if (rows.length !== 1) throw new Error(`Invariant: order ${orderId} extended a membership exactly once`)
  const [{ from_time, to_time, moved_ms: moved }] = rows
  return { from: from_time.getTime() - moved, to: to_time.getTime() - moved }
}

/** Reverses the extension of an order; returns the new expire time. */
export async function reverseExtension(
  client: Queryable,
  act: { accountId: number; orderId: number; at: number; scope: ReversalScope; actorId: number; remark: string },
): Promise<number> {
  const { accountId, orderId, at, scope, actorId, remark } = act
  const expireTime = await lockMembership(client, accountId)
  if (expireTime === null) throw new Error(`Invariant: order ${orderId} extended a membership`)
  const to = computeReversal(expireTime, await loadExtension(client, orderId), scope, at)
  await db(client)
    .insertInto('membership_event')
    .values({
      account_id: accountId,
      at: new Date(at),
      kind: 'reversal',
      order_id: orderId,
      from_time: new Date(expireTime),
      to_time: new Date(to),
      actor_id: actorId,
      remark,
      only_ahead: scope === 'ahead',
    })
    .execute()
  await setExpireTime(client, accountId, to)
  return to
}

async function setExpireTime(client: Queryable, accountId: number, to: number): Promise<void> {
  await db(client)
    .updateTable('membership')
    .set({ expire_time: new Date(to) })
    .where('account_id', '=', accountId)
    .execute()
}

export interface Grant {
  readonly accountId: number
  /** Whole days of 24 hours, at least 1. */
  readonly days: number
  /** ms since the epoch, of the server's clock. */
  readonly at: number
  /** trial: once per account; the database rejects a second one. */
  readonly kind?: 'grant' | 'trial'
  /** Account that grants them; null for the program or a command. */
  readonly actorId: number | null
  readonly remark?: string
}

/**
 * Extends a membership by days and returns its new expire time (ms since the epoch). `client` must be inside a
 * transaction.
 */
export async function grantDays(client: Queryable, grant: Grant): Promise<number> {
  const { accountId, days, at, kind = 'grant', actorId, remark = '' } = grant
  if (!Number.isSafeInteger(days) || days < 1)
    throw new RangeError(`Condition failed: days must be whole days, at least 1, got ${days}`)
  return extend(client, { accountId, at, kind, length: days, orderId: null, actorId, remark })
}
