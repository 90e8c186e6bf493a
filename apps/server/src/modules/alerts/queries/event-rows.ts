import type { AlertChannel, AlertEvent, AlertFacts, AlertRule, AlertSound } from '@flowprint/contract'
import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

export interface NewEvent {
  readonly alertId: number
  readonly accountId: number
  readonly dedupeKey: string
  readonly name: string
  readonly symbol: string
  readonly rule: AlertRule
  readonly facts: AlertFacts
  readonly t: number
  readonly bar: AlertEvent['bar']
  readonly sound: AlertSound
}

/** Id of the new event; null when it already exists. */
export async function insertEvent(client: Queryable, event: NewEvent, now: number): Promise<number | null> {
  const { alertId, accountId, dedupeKey, name, symbol, rule, facts, t, bar, sound } = event
  const row = await db(client)
    .insertInto('alert_event')
    .values({
      alert_id: alertId,
      account_id: accountId,
      dedupe_key: dedupeKey,
      name,
      symbol,
      rule: JSON.stringify(rule),
      facts: JSON.stringify(facts),
      t,
      bar: bar === null ? null : JSON.stringify(bar),
      sound,
      created_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Market times of the nearest events of this alert since it was armed: at or before `t`, and after it. With `symbol`
 * only those of this market.
 */
export async function findFiredAround(
  client: Queryable,
  { id, round }: { readonly id: number; readonly round: number },
  t: number,
  symbol?: string,
): Promise<{ before: number | null; after: number | null }> {
  return db(client)
    .selectFrom('alert_event')
    .select(({ fn }) => [
      fn.max('t').filterWhere('t', '<=', t).as('before'),
      fn.min('t').filterWhere('t', '>', t).as('after'),
    ])
    .where('alert_id', '=', id)
    .where(sql<boolean>`starts_with(dedupe_key, ${dedupeKey(id, round, '')})`)
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
    .executeTakeFirstOrThrow()
}

interface EventTimeQuery {
  readonly accountId: number
  readonly symbol: string
  readonly direction: 'next' | 'previous'
  /** ms of market time, exclusive. */
  readonly after: number
  /** ms of market time, exclusive. */
  readonly before: number
}

/**
 * Market time of the first (next) or last (previous) event of the account on a market in a range; null: none. Events of
 * deleted alerts count. Costs a read of the account's history, as its list does.
 */
export async function findEventTime(
  client: Queryable,
  { accountId, symbol, direction, after, before }: EventTimeQuery,
): Promise<number | null> {
  const { t } = await db(client)
    .selectFrom('alert_event')
    .select(({ fn }) => (direction === 'next' ? fn.min('t') : fn.max('t')).as('t'))
    .where('account_id', '=', accountId)
    .where('symbol', '=', symbol)
    .where('t', '>', after)
    .where('t', '<', before)
    .executeTakeFirstOrThrow()
  return t
}

/** Identifies one event of an alert, whichever evaluator finds it. */
export const dedupeKey = (alertId: number, round: number, what: string): string => `${alertId} ${round} ${what}`

const STATES = { queued: 'waiting', sending: 'waiting', sent: 'sent', dead: 'failed', skipped: 'skipped' } as const

interface StoredDelivery {
  readonly channel: AlertChannel
  readonly status: keyof typeof STATES
  readonly at: number | null
}

export interface EventQuery {
  readonly accountId: number
  readonly symbol?: string | undefined
  readonly alertId?: number | undefined
  readonly after?: number | undefined
}

const matching = (client: Queryable, { accountId, symbol, alertId, after }: EventQuery) =>
  db(client)
    .selectFrom('alert_event as e')
    .where('e.account_id', '=', accountId)
    .$if(symbol !== undefined, (query) => query.where('e.symbol', '=', symbol ?? ''))
    .$if(alertId !== undefined, (query) => query.where('e.alert_id', '=', alertId ?? null))
    .where('e.id', '>', after ?? 0)

const COLUMNS = [
  'e.id',
  'e.alert_id',
  'e.name',
  'e.symbol',
  'e.rule',
  'e.facts',
  'e.t',
  'e.bar',
  'e.sound',
  'e.created_at',
  sql<StoredDelivery[] | null>`(
    select json_agg(json_build_object('channel', channel, 'status', status, 'at', (extract(epoch from done_at) * 1000)::bigint) order by id)
    from alert_delivery where event_id = e.id)`.as('deliveries'),
] as const

/** Newest first. */
export async function findEvents(
  client: Queryable,
  query: EventQuery,
  page: { readonly from: number; readonly size: number },
): Promise<AlertEvent[]> {
  const rows = matching(client, query).select(COLUMNS).orderBy('e.id', 'desc').limit(page.size).offset(page.from)
  return (await rows.execute()).map(presentEvent)
}

export async function countEvents(client: Queryable, query: EventQuery): Promise<number> {
  const counted = matching(client, query).select(({ fn }) => fn.countAll<number>().as('n'))
  return (await counted.executeTakeFirstOrThrow()).n
}

export interface OwnedEvent {
  readonly accountId: number
  readonly event: AlertEvent
}

const byId = (client: Queryable, id: number) =>
  db(client).selectFrom('alert_event as e').select('e.account_id').select(COLUMNS).where('e.id', '=', id)

export async function findEvent(client: Queryable, id: number): Promise<OwnedEvent | null> {
  const row = await byId(client, id).executeTakeFirst()
  return row === undefined ? null : { accountId: row.account_id, event: presentEvent(row) }
}

export async function deleteEventsBefore(client: Queryable, time: number): Promise<void> {
  await db(client).deleteFrom('alert_event').where('created_at', '<', new Date(time)).execute()
}

function presentEvent(row: Omit<InferResult<ReturnType<typeof byId>>[number], 'account_id'>): AlertEvent {
  return {
    id: row.id,
    alert_id: row.alert_id,
    name: row.name,
    symbol: row.symbol,
    rule: row.rule,
    facts: row.facts,
    t: row.t,
    bar: row.bar,
    sound: row.sound,
    created_at: row.created_at.toISOString(),
    deliveries: (row.deliveries ?? []).map(({ channel, status, at }) => ({
      channel,
      state: STATES[status],
      at: at === null ? null : new Date(at).toISOString(),
    })),
  }
}
