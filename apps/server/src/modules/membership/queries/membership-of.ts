import { DAY_MS } from '@flowprint/orderflow'
import { sql } from 'kysely'
import { anyOf, db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import { isActive } from '../rules/extend.ts'

export interface Membership {
  /** ms since the epoch; null if there never was one. */
  readonly expireTime: number | null
  readonly active: boolean
  /** A trial is active and nothing paid extends it. */
  readonly isTrial: boolean
}

/** Expire time of an account's membership, ms since the epoch; null if it never had one. */
export async function expireTimeOf(client: Queryable, accountId: number): Promise<number | null> {
  const row = await db(client)
    .selectFrom('membership')
    .select('expire_time')
    .where('account_id', '=', accountId)
    .where('expire_time', '>', sql<Date>`'-infinity'`)
    .executeTakeFirst()
  return row?.expire_time.getTime() ?? null
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
  const rows = await db(client)
    .selectFrom('membership')
    .select([
      'account_id',
      'expire_time',
      sql<number | null>`(select value::int from site_setting
        where key = 'grace_days' and valid_from <= ${new Date(now)} order by valid_from desc, id desc limit 1)`.as(
        'grace_days',
      ),
    ])
    .where('account_id', '=', anyOf(accountIds))
    .where('expire_time', '>', sql<Date>`'-infinity'`)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.expire_time.getTime() + (row.grace_days ?? 0) * DAY_MS]))
}

export async function membershipOf(client: Queryable, accountId: number, now: number): Promise<Membership> {
  const expireTime = await expireTimeOf(client, accountId)
  const at = new Date(now)
  const trial = await db(client)
    .selectFrom('membership_event')
    .where(({ and }) => and({ account_id: accountId, kind: 'trial' }))
    .where('from_time', '<=', at)
    .where('to_time', '>', at)
    .where('to_time', '=', expireTime === null ? null : new Date(expireTime))
    .executeTakeFirst()
  return { expireTime, active: isActive(expireTime, now), isTrial: trial !== undefined }
}

/** The inviter of an account, or null. */
export async function findInviter(client: Queryable, accountId: number): Promise<number | null> {
  const row = await db(client)
    .selectFrom('referral')
    .select('inviter_id')
    .where('invitee_id', '=', accountId)
    .executeTakeFirst()
  return row?.inviter_id ?? null
}
