import type { AlertEvent, AlertFacts, AlertFactsOf, AlertRule, AlertSound } from '@flowprint/contract'
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
  const { rows } = await client.query<{ id: number }>(
    `insert into alert_event (alert_id, account_id, dedupe_key, name, symbol, rule, facts, t, bar, sound, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (dedupe_key) do nothing returning id`,
    [
      alertId,
      accountId,
      dedupeKey,
      name,
      symbol,
      JSON.stringify(rule),
      JSON.stringify(facts),
      t,
      bar === null ? null : JSON.stringify(bar),
      sound,
      new Date(now),
    ],
  )
  return rows.length === 0 ? null : rows[0].id
}

const STATES = { queued: 'waiting', sending: 'waiting', sent: 'sent', dead: 'failed', skipped: 'skipped' } as const

const SELECT = `select e.id, e.alert_id, e.name, e.symbol, e.rule, e.facts, e.t, e.bar, e.sound, e.created_at, d.deliveries
  from alert_event e left join lateral (
    select json_agg(json_build_object('channel', channel, 'status', status, 'at', (extract(epoch from done_at) * 1000)::bigint) order by id) as deliveries
    from alert_delivery where event_id = e.id) d on true`

export interface EventQuery {
  readonly accountId: number
  readonly symbol?: string | undefined
  readonly alertId?: number | undefined
  readonly after?: number | undefined
}

const WHERE =
  'where e.account_id = $1 and ($2::text is null or e.symbol = $2) and ($3::bigint is null or e.alert_id = $3) and e.id > $4'
const valuesOf = ({ accountId, symbol, alertId, after }: EventQuery): unknown[] => [
  accountId,
  symbol ?? null,
  alertId ?? null,
  after ?? 0,
]

/** Newest first. */
export async function findEvents(
  client: Queryable,
  query: EventQuery,
  page: { readonly from: number; readonly size: number },
): Promise<AlertEvent[]> {
  const { rows } = await client.query(`${SELECT} ${WHERE} order by e.id desc limit $5 offset $6`, [
    ...valuesOf(query),
    page.size,
    page.from,
  ])
  return rows.map(presentEvent)
}

export async function countEvents(client: Queryable, query: EventQuery): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from alert_event e ${WHERE}`,
    valuesOf(query),
  )
  return rows[0].count
}

export interface OwnedEvent {
  readonly accountId: number
  readonly event: AlertEvent
}

export async function findEvent(client: Queryable, id: number): Promise<OwnedEvent | null> {
  const { rows } = await client.query(`${SELECT.replace('select ', 'select e.account_id, ')} where e.id = $1`, [id])
  return rows.length === 0 ? null : { accountId: rows[0].account_id, event: presentEvent(rows[0]) }
}

export async function deleteEventsBefore(client: Queryable, time: number): Promise<void> {
  await client.query('delete from alert_event where created_at < $1', [new Date(time)])
}

/** Events stored before the rename of prints to trades have `prints`. */
function factsOf(stored: AlertFacts | (Omit<AlertFactsOf<'big_trade'>, 'trades'> & { prints: number })): AlertFacts {
  if (!('prints' in stored)) return stored
  const { prints, ...others } = stored
  return { ...others, trades: prints }
}

// Raw columns of the driver.
// eslint-disable-next-line typescript/no-explicit-any
function presentEvent(row: any): AlertEvent {
  const deliveries = (row.deliveries ?? []) as {
    channel: AlertEvent['deliveries'][number]['channel']
    status: keyof typeof STATES
    at: number | null
  }[]
  return {
    id: row.id,
    alert_id: row.alert_id,
    name: row.name,
    symbol: row.symbol,
    rule: row.rule,
    facts: factsOf(row.facts),
    t: row.t,
    bar: row.bar,
    sound: row.sound,
    created_at: row.created_at.toISOString(),
    deliveries: deliveries.map(({ channel, status, at }) => ({
      channel,
      state: STATES[status],
      at: at === null ? null : new Date(at).toISOString(),
    })),
  }
}
