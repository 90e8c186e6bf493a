import type { Queryable } from '../../platform/database/index.ts'
import { isActive } from './rules/extend.ts'

const DAY_MS = 86_400_000

export interface Membership {
  /** ms since the epoch; null if there never was one. */
  readonly expireTime: number | null
  readonly active: boolean
  /** A trial is active and nothing paid extends it. */
  readonly isTrial: boolean
}

/** Expire time of an account's membership, ms since the epoch; null if it never had one. */
export async function expireTimeOf(client: Queryable, accountId: number): Promise<number | null> {
  const { rows } = await client.query<{ expire_time: Date }>(
    "select expire_time from membership where account_id = $1 and expire_time > '-infinity'",
    [accountId],
  )
  return rows.length === 0 ? null : rows[0].expire_time.getTime()
}

/**
 * End of full access of each account, ms since the epoch: the expire time plus the grace days, which are not shown as
 * membership. Accounts that never had a membership are missing.
 */
export async function accessEndsOf(
  client: Queryable,
  accountIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ account_id: number; expire_time: Date; grace_days: number | null }>(
    `select account_id, expire_time, (
       select value::int from site_setting where key = 'grace_days' and valid_from <= $2 order by valid_from desc, id desc limit 1
     ) as grace_days
     from membership where account_id = any($1) and expire_time > '-infinity'`,
    [accountIds, new Date(now)],
  )
  return new Map(rows.map((row) => [row.account_id, row.expire_time.getTime() + (row.grace_days ?? 0) * DAY_MS]))
}

export async function membershipOf(client: Queryable, accountId: number, now: number): Promise<Membership> {
  const expireTime = await expireTimeOf(client, accountId)
  const { rowCount } = await client.query(
    "select from membership_event where account_id = $1 and kind = 'trial' and from_time <= $2 and to_time > $2 and to_time = $3",
    [accountId, new Date(now), expireTime === null ? null : new Date(expireTime)],
  )
  return { expireTime, active: isActive(expireTime, now), isTrial: rowCount !== 0 }
}
