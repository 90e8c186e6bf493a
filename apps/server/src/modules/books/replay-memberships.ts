import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { db } from '../../platform/database/index.ts'
import type { Queryable, Schema } from '../../platform/database/index.ts'
import { replayLedger } from '../membership/index.ts'
import type { LedgerEntry } from '../membership/index.ts'

/** Accounts replayed per query. */
const BATCH = 5_000

type EventRow = Pick<Selectable<Schema['membership_event']>, 'kind' | 'at' | 'days' | 'order_id' | 'only_ahead'>

/** Accounts whose membership does not end when their ledger says (I10). */
export async function replayMemberships(client: Queryable): Promise<number[]> {
  const wrong: number[] = []
  for (let after = 0; ;) {
    const { rows: accounts } = await sql<{ account_id: number; expire_time: Date | null }>`
      select account_id, case when expire_time > '-infinity' then expire_time end as expire_time from (
        select account_id from membership where account_id > ${after} union select account_id from membership_event where account_id > ${after}
        order by account_id limit ${BATCH}) ids
      left join membership using (account_id) order by account_id`.execute(db(client))
    if (accounts.length === 0) return wrong
    const last = accounts[accounts.length - 1].account_id
    const events = await db(client)
      .selectFrom('membership_event')
      .select(['account_id', 'kind', 'at', 'days', 'order_id', 'only_ahead'])
      .where('account_id', '>', after)
      .where('account_id', '<=', last)
      .orderBy('account_id')
      .orderBy('id')
      .execute()
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
