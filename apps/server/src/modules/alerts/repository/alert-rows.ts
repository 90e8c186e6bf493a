import type { AlertChannel, AlertRepeat, AlertRule, AlertSound, AlertState } from '@flowprint/contract'
import type { Queryable } from '../../../platform/database/index.ts'

export interface AlertRow {
  readonly id: number
  readonly accountId: number
  readonly symbol: string
  readonly name: string
  readonly rule: AlertRule
  readonly repeat: AlertRepeat
  /** Seconds. */
  readonly cooldown: number
  /** ms; null = never. */
  readonly expiresAt: number | null
  readonly channels: readonly AlertChannel[]
  readonly sound: AlertSound
  readonly state: AlertState
  readonly version: number
  readonly round: number
  readonly armedT: number
  readonly fired: number
  readonly lastFiredT: number | null
  readonly lastFiredAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export type SavedParts = Pick<
  AlertRow,
  'symbol' | 'name' | 'rule' | 'repeat' | 'cooldown' | 'expiresAt' | 'channels' | 'sound' | 'state' | 'armedT'
>

const COLUMNS =
  'id, account_id, symbol, name, rule, repeat, cooldown, expires_at, channels, sound, state, version, round, armed_t, fired, last_fired_t, last_fired_at, ' +
  'created_at, updated_at'

/** Newest first. */
export async function findAlerts(client: Queryable, accountId: number, symbol: string | null): Promise<AlertRow[]> {
  const { rows } = await client.query(
    `select ${COLUMNS} from alert where account_id = $1 and ($2::text is null or symbol = $2) order by id desc`,
    [accountId, symbol],
  )
  return rows.map(alertRow)
}

/** Waiting alerts of all accounts on a market. */
export async function findWaiting(client: Queryable, symbol: string): Promise<AlertRow[]> {
  const { rows } = await client.query(
    `select ${COLUMNS} from alert where symbol = $1 and state = 'active' order by id`,
    [symbol],
  )
  return rows.map(alertRow)
}

/** Markets with waiting alerts, each with a text that changes whenever one of its alerts changes. */
export async function findWaitingMarkets(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ symbol: string; mark: string }>(
    "select symbol, concat_ws(' ', count(*), max(id), sum(version), sum(round)) as mark from alert where state = 'active' group by symbol",
  )
  return new Map(rows.map(({ symbol, mark }) => [symbol, mark]))
}

/** Locks and returns the alert, or null when the account has none with this id. */
export async function lockAlert(client: Queryable, accountId: number, id: number): Promise<AlertRow | null> {
  const { rows } = await client.query(`select ${COLUMNS} from alert where id = $1 and account_id = $2 for update`, [
    id,
    accountId,
  ])
  return rows.length === 0 ? null : alertRow(rows[0])
}

/** Locks and returns the waiting alerts with these ids, in order of id. */
export async function lockWaiting(client: Queryable, ids: readonly number[]): Promise<AlertRow[]> {
  const { rows } = await client.query(
    `select ${COLUMNS} from alert where id = any($1) and state = 'active' order by id for update`,
    [ids],
  )
  return rows.map(alertRow)
}

export async function countAlerts(client: Queryable, accountId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*) as count from alert where account_id = $1', [
    accountId,
  ])
  return rows[0].count
}

export async function insertAlert(
  client: Queryable,
  accountId: number,
  parts: SavedParts,
  now: number,
): Promise<AlertRow> {
  const { rows } = await client.query(
    `insert into alert (account_id, symbol, name, rule, repeat, cooldown, expires_at, channels, sound, state, armed_t, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12) returning ${COLUMNS}`,
    [accountId, ...valuesOf(parts), new Date(now)],
  )
  return alertRow(rows[0])
}

/** `rearm`: the alert is armed again and earlier events are ignored. */
export async function updateAlert(
  client: Queryable,
  id: number,
  parts: SavedParts,
  rearm: boolean,
  now: number,
): Promise<AlertRow> {
  const { rows } = await client.query(
    `update alert set symbol = $2, name = $3, rule = $4, repeat = $5, cooldown = $6, expires_at = $7, channels = $8, sound = $9, state = $10,
       version = version + 1, updated_at = $12,
       armed_t = case when $13 then $11 else armed_t end,
       round = case when $13 then round + 1 else round end,
       last_fired_t = case when $13 then null else last_fired_t end
     where id = $1 returning ${COLUMNS}`,
    [id, ...valuesOf(parts), new Date(now), rearm],
  )
  return alertRow(rows[0])
}

export async function deleteAlert(client: Queryable, accountId: number, id: number): Promise<boolean> {
  const { rowCount } = await client.query('delete from alert where id = $1 and account_id = $2', [id, accountId])
  return rowCount === 1
}

/** Records that it fired; `done`: it no longer waits. The version is unchanged, since the owner changed nothing. */
export async function recordFired(
  client: Queryable,
  id: number,
  fired: { readonly t: number; readonly at: number; readonly done: boolean },
): Promise<void> {
  await client.query(
    `update alert set fired = fired + 1, last_fired_t = greatest(last_fired_t, $2), last_fired_at = $3,
       state = case when $4 then 'done' else state end where id = $1`,
    [id, fired.t, new Date(fired.at), fired.done],
  )
}

/** Ends alerts whose expiry has passed. */
export async function expireAlerts(client: Queryable, now: number): Promise<void> {
  await client.query("update alert set state = 'expired' where state = 'active' and expires_at <= $1", [new Date(now)])
}

function valuesOf(parts: SavedParts): unknown[] {
  const { symbol, name, rule, repeat, cooldown, expiresAt, channels, sound, state, armedT } = parts
  return [
    symbol,
    name,
    JSON.stringify(rule),
    repeat,
    cooldown,
    expiresAt === null ? null : new Date(expiresAt),
    channels,
    sound,
    state,
    armedT,
  ]
}

const ms = (time: Date | null): number | null => (time === null ? null : time.getTime())

// Raw columns of the driver.
// eslint-disable-next-line typescript/no-explicit-any
function alertRow(row: any): AlertRow {
  return {
    id: row.id,
    accountId: row.account_id,
    symbol: row.symbol,
    name: row.name,
    rule: row.rule,
    repeat: row.repeat,
    cooldown: row.cooldown,
    expiresAt: ms(row.expires_at),
    channels: row.channels,
    sound: row.sound,
    state: row.state,
    version: row.version,
    round: row.round,
    armedT: row.armed_t,
    fired: row.fired,
    lastFiredT: row.last_fired_t,
    lastFiredAt: ms(row.last_fired_at),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  }
}
