import type { ReversalScope } from '@flowprint/contract'
import type { Queryable } from '../../platform/database/index.ts'
import { expireTimeOf } from './membership-of.ts'
import { computeExtension, computeReversal } from './rules/extend.ts'
import type { Extension, Length } from './rules/extend.ts'

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
export async function lockMembership(client: Queryable, accountId: number): Promise<number | null> {
  await client.query(
    "insert into membership (account_id, expire_time) values ($1, '-infinity') on conflict do nothing",
    [accountId],
  )
  await client.query('select from membership where account_id = $1 for no key update', [accountId])
  return expireTimeOf(client, accountId)
}

/** Adds a ledger entry that extends a membership; returns the new expire time, ms since the epoch. */
export async function extend(
  client: Queryable,
  { accountId, at, kind, length, orderId, actorId, remark }: Entry,
): Promise<number> {
  const { from, to } = computeExtension(await lockMembership(client, accountId), at, length)
  await client.query(
    `insert into membership_event (account_id, at, kind, days, order_id, from_time, to_time, actor_id, remark)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      accountId,
      new Date(at),
      kind,
      length === 'year' ? null : length,
      orderId,
      new Date(from),
      new Date(to),
      actorId,
      remark,
    ],
  )
  await client.query('update membership set expire_time = $2 where account_id = $1', [accountId, new Date(to)])
  return to
}

/** The time range that a passed order gave, moved earlier by later reversals of preceding orders. */
export async function loadExtension(client: Queryable, orderId: number): Promise<Extension> {
  const { rows } = await client.query<{ from_time: Date; to_time: Date; moved_ms: number }>(
    `select e.from_time, e.to_time, (
       select coalesce(sum(extract(epoch from r.from_time) * 1000 - extract(epoch from r.to_time) * 1000), 0)::bigint
       from membership_event r join membership_event p on p.order_id = r.order_id and p.kind = 'purchase'
       where r.account_id = e.account_id and r.kind = 'reversal' and r.id > e.id and p.id < e.id) as moved_ms
     from membership_event e where e.order_id = $1 and e.kind = 'purchase'`,
    [orderId],
  )
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
  await client.query(
    `insert into membership_event (account_id, at, kind, order_id, from_time, to_time, actor_id, remark, only_ahead)
     values ($1, $2, 'reversal', $3, $4, $5, $6, $7, $8)`,
    [accountId, new Date(at), orderId, new Date(expireTime), new Date(to), actorId, remark, scope === 'ahead'],
  )
  await client.query('update membership set expire_time = $2 where account_id = $1', [accountId, new Date(to)])
  return to
}
