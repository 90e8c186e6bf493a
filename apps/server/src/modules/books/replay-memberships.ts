import type { Queryable } from '../../platform/database/index.ts'
import { replayLedger } from '../membership/index.ts'
import type { LedgerEntry } from '../membership/index.ts'

/** Accounts replayed per query. */
const BATCH = 5_000

interface EventRow {
  account_id: number
  kind: LedgerEntry['kind']
  at: Date
  days: number | null
  order_id: number | null
  only_ahead: boolean
}

/** Accounts whose membership does not end when their ledger says (I10). */
export async function replayMemberships(client: Queryable): Promise<number[]> {
  const wrong: number[] = []
  for (let after = 0; ;) {
    const { rows: accounts } = await client.query<{ account_id: number; expire_time: Date | null }>(
      `select account_id, case when expire_time > '-infinity' then expire_time end as expire_time from (
         select account_id from membership where account_id > $1 union select account_id from membership_event where account_id > $1 order by account_id limit $2) ids
       left join membership using (account_id) order by account_id`,
      [after, BATCH],
    )
    if (accounts.length === 0) return wrong
    const last = accounts[accounts.length - 1].account_id
    const { rows: events } = await client.query<EventRow>(
      'select account_id, kind, at, days, order_id, only_ahead from membership_event where account_id > $1 and account_id <= $2 order by account_id, id',
      [after, last],
    )
    const ledgers = Map.groupBy(events, (event) => event.account_id)
    for (const { account_id, expire_time } of accounts) {
      const replayed = replayLedger((ledgers.get(account_id) ?? []).map(entryOf))
      if (replayed !== (expire_time?.getTime() ?? null)) wrong.push(account_id)
    }
    after = last
  }
}

function entryOf({ kind, at, days, order_id, only_ahead }: EventRow): LedgerEntry {
  if (kind === 'reversal')
    return { kind, at: at.getTime(), orderId: order_id ?? 0, scope: only_ahead ? 'ahead' : 'all' }
  return kind === 'purchase'
    ? { kind, at: at.getTime(), orderId: order_id ?? 0 }
    : { kind, at: at.getTime(), days: days ?? 0 }
}
