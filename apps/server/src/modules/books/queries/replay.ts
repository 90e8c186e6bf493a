import { ratioBp } from '@flowprint/contract'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable, Schema } from '../../../platform/database/index.ts'
import { computeStanding } from '../../promotion/index.ts'
import type { Level } from '../../promotion/index.ts'
import { replayLedger } from '../../membership/index.ts'
import type { LedgerEntry } from '../../membership/index.ts'

/** Decisions replayed per query. */
const DECISION_BATCH = 10_000
/**
 * A decision may or may not have seen a setting that changed within this time of it: each transaction reads the clock
 * separately.
 */
const SLACK_MS = 60_000

interface ActRow {
  inviter_id: number
  seq: number
  order_id: number
  invitee_id: number
  /** Null for a reversal. */
  paying_before: number | null
  level: number
  ratio_bp: number
  decided_at: Date
}

/** A value valid from a time (ms); lists are ascending. */
interface ValidFrom<Value> {
  readonly from: number
  readonly value: Value
}

/**
 * IDs of orders whose share was not decided by the rules valid at that time (I7, I8, I16). Recounts the paying invitees
 * before each order from the inviter's decisions and reversals in order, and recomputes level and ratio from that
 * count.
 */
export async function replayLevels(client: Queryable): Promise<number[]> {
  const levels = await loadLevels(client)
  const ownRatios = await loadOverrides(client)
  const wrong: number[] = []
  let inviter = 0
  let seq = 0
  let orders = new Map<number, number>()
  let paying = 0
  for (;;) {
    const { rows } = await sql<ActRow>`select * from (
         select inviter_id, seq, order_id, invitee_id, paying_before, level, ratio_bp, decided_at from share_decision
         union all
         select inviter_id, b.seq, order_id, invitee_id, null, level, ratio_bp, decided_at from share_reversal b join share_decision s using (order_id)
       ) acts where (inviter_id, seq) > (${inviter}, ${seq}) order by inviter_id, seq limit ${DECISION_BATCH}`.execute(
      db(client),
    )
    for (const act of rows) {
      if (act.inviter_id !== inviter) [orders, paying] = [new Map(), 0]
      ;[inviter, seq] = [act.inviter_id, act.seq]
      const before = orders.get(act.invitee_id) ?? 0
      const after = before + (act.paying_before === null ? -1 : 1)
      if (
        act.paying_before !== null &&
        (act.paying_before !== paying || !matchesValidRules(act, levels, ownRatios.get(inviter) ?? []))
      )
        wrong.push(act.order_id)
      orders.set(act.invitee_id, after)
      paying += Number(after > 0) - Number(before > 0)
    }
    if (rows.length < DECISION_BATCH) return wrong
  }
}

/** Whether level and ratio follow from settings that were valid at the time. */
function matchesValidRules(
  act: ActRow,
  levels: readonly ValidFrom<readonly Level[]>[],
  ownRatios: readonly ValidFrom<number | null>[],
): boolean {
  const at = act.decided_at.getTime()
  const owns = inForce([{ from: -Infinity, value: null }, ...ownRatios], at)
  return inForce(levels, at).some((one) =>
    owns.some((own) => {
      const { level, ratioBp: ratio } = computeStanding(one, act.paying_before ?? 0, own)
      return level === act.level && ratio === act.ratio_bp
    }),
  )
}

/** The values valid at a time, within the slack on either side. */
function inForce<Value>(history: readonly ValidFrom<Value>[], at: number): Value[] {
  return history
    .filter(({ from }, i) => from - SLACK_MS <= at && (history[i + 1]?.from ?? Infinity) + SLACK_MS > at)
    .map(({ value }) => value)
}

/** Ratio overrides of each inviter, from the audit log. */
async function loadOverrides(client: Queryable): Promise<Map<number, ValidFrom<number | null>[]>> {
  const rows = await db(client)
    .selectFrom('audit_log')
    .select(['at', sql<number>`object_id::bigint`.as('inviter'), sql<string | null>`after->>'ratio'`.as('ratio')])
    .where('action', '=', 'set_ratio')
    .where('object_type', '=', 'account')
    .orderBy('id')
    .execute()
  const byInviter = Map.groupBy(rows, ({ inviter }) => inviter)
  return new Map(
    [...byInviter].map(([inviter, acts]) => [
      inviter,
      acts.map(({ at, ratio }) => ({ from: at.getTime(), value: ratio === null ? null : ratioBp(ratio) })),
    ]),
  )
}

async function loadLevels(client: Queryable): Promise<ValidFrom<readonly Level[]>[]> {
  const rows = await db(client)
    .selectFrom('site_setting')
    .select(['value', 'valid_from'])
    .where('key', '=', 'share_levels')
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return rows.map(({ value, valid_from }) => ({
    from: Number(valid_from),
    value: (value as { level: number; min_paying: number; ratio: string }[]).map(({ level, min_paying, ratio }) => ({
      level,
      minPaying: min_paying,
      ratioBp: ratioBp(ratio),
    })),
  }))
}

/** Accounts replayed per query. */
const ACCOUNT_BATCH = 5_000

type EventRow = Pick<Selectable<Schema['membership_event']>, 'kind' | 'at' | 'days' | 'order_id' | 'only_ahead'>

/** Accounts whose membership does not end when their ledger says (I10). */
export async function replayMemberships(client: Queryable): Promise<number[]> {
  const wrong: number[] = []
  for (let after = 0; ;) {
    const { rows: accounts } = await sql<{ account_id: number; expire_time: Date | null }>`
      select account_id, case when expire_time > '-infinity' then expire_time end as expire_time from (
        select account_id from membership where account_id > ${after} union select account_id from membership_event where account_id > ${after}
        order by account_id limit ${ACCOUNT_BATCH}) ids
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
