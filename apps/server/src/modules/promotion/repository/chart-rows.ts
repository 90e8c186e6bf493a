import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'
import type { DayRange } from '../rules/chart-days.ts'

export interface ChartDay {
  readonly day: string
  readonly invited: number
  /** micro-USDT: earned on that day and still pending; settled on that day. */
  readonly pending: bigint
  readonly settled: bigint
}

/** Activity of an inviter per day of a time zone; days without activity are omitted. */
export async function chartDays(
  client: Queryable,
  inviterId: number,
  { from, to }: DayRange,
  timeZone: string,
): Promise<ChartDay[]> {
  const { rows } = await sql<{ day: string; invited: number; pending: string; settled: string }>`
    with bounds as (
      select (${from}::date)::timestamp at time zone ${timeZone} as first, (${to}::date + 1)::timestamp at time zone ${timeZone} as last
    ), happened as (
      select registered_at as at, 1 as invited, 0::bigint as pending, 0::bigint as settled from referral, bounds
        where inviter_id = ${inviterId} and activated_at is not null and registered_at >= first and registered_at < last
      union all
      select created_at, 0, amount, 0 from dividend, bounds
        where inviter_id = ${inviterId} and status = 'pending' and created_at >= first and created_at < last
      union all
      select settled_at, 0, 0, amount from settlement, bounds
        where inviter_id = ${inviterId} and settled_at >= first and settled_at < last
    )
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(invited)::int as invited, sum(pending)::text as pending, sum(settled)::text as settled
    from happened group by 1`.execute(db(client))
  return rows.map(({ day, invited, pending, settled }) => ({
    day,
    invited,
    pending: BigInt(pending),
    settled: BigInt(settled),
  }))
}
