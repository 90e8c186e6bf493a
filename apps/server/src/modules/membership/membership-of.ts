import type { Queryable } from '../../platform/database/index.ts'
import { isActive } from './rules/extend.ts'

export interface Membership {
  /** ms since the epoch; null = never had one. */
  readonly expireTime: number | null
  readonly active: boolean
  /** The stretch that runs now was given as a trial. */
  readonly isTrial: boolean
}

/** When the membership of an account ends or ended, ms since the epoch; null where it never had one. */
export async function expireTimeOf(client: Queryable, accountId: number): Promise<number | null> {
  const { rows } = await client.query<{ expire_time: Date }>(
    "select expire_time from membership where account_id = $1 and expire_time > '-infinity'",
    [accountId],
  )
  return rows.length === 0 ? null : rows[0].expire_time.getTime()
}

export async function membershipOf(client: Queryable, accountId: number, now: number): Promise<Membership> {
  const expireTime = await expireTimeOf(client, accountId)
  const { rowCount } = await client.query(
    "select from membership_event where account_id = $1 and kind = 'trial' and from_time <= $2 and to_time > $2",
    [accountId, new Date(now)],
  )
  return { expireTime, active: isActive(expireTime, now), isTrial: rowCount !== 0 }
}
