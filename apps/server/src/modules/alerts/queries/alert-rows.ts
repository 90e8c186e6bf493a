import { ALL_MARKETS } from '@flowprint/contract'
import type { AlertChannel, AlertRepeat, AlertRule, AlertSound, AlertState } from '@flowprint/contract'
import { sql } from 'kysely'
import type { InferResult } from 'kysely'
import { anyOf, db } from '../../../platform/database/index.ts'
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

const COLUMNS = [
  'id',
  'account_id as accountId',
  'symbol',
  'name',
  'rule',
  'repeat',
  'cooldown',
  'expires_at',
  'channels',
  'sound',
  'state',
  'version',
  'round',
  'armed_t as armedT',
  'fired',
  'last_fired_t as lastFiredT',
  'last_fired_at',
  'created_at',
  'updated_at',
] as const

const select = (client: Queryable) => db(client).selectFrom('alert').select(COLUMNS)

type Row = InferResult<ReturnType<typeof select>>[number]

const alertOf = ({ expires_at, last_fired_at, created_at, updated_at, ...row }: Row): AlertRow => ({
  ...row,
  expiresAt: expires_at?.getTime() ?? null,
  lastFiredAt: last_fired_at?.getTime() ?? null,
  createdAt: created_at.getTime(),
  updatedAt: updated_at.getTime(),
})

/** Newest first. */
export async function findAlerts(client: Queryable, accountId: number, symbol: string | null): Promise<AlertRow[]> {
  const rows = await select(client)
    .where('account_id', '=', accountId)
    .$if(symbol !== null, (query) => query.where('symbol', '=', symbol ?? ''))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(alertOf)
}

/** Waiting alerts of all accounts on a market. */
export async function findWaiting(client: Queryable, symbol: string): Promise<AlertRow[]> {
  const query = select(client).where('symbol', '=', symbol).where('state', '=', 'active').orderBy('id')
  return (await query.execute()).map(alertOf)
}

/** Markets with waiting alerts, each with a text that changes whenever one of its alerts changes. */
export async function findWaitingMarkets(client: Queryable): Promise<Map<string, string>> {
  const rows = await db(client)
    .selectFrom('alert')
    .select(['symbol', sql<string>`concat_ws(' ', count(*), max(id), sum(version), sum(round))`.as('mark')])
    .where('state', '=', 'active')
    // Evaluated where the rows of the scanner are stored.
    .where('symbol', '<>', ALL_MARKETS)
    .groupBy('symbol')
    .execute()
  return new Map(rows.map(({ symbol, mark }) => [symbol, mark]))
}

/** Locks and returns the alert, or null when the account has none with this id. */
export async function lockAlert(client: Queryable, accountId: number, id: number): Promise<AlertRow | null> {
  const query = select(client).where('id', '=', id).where('account_id', '=', accountId).forUpdate()
  const row = await query.executeTakeFirst()
  return row === undefined ? null : alertOf(row)
}

/** Locks and returns the waiting alerts with these ids, in order of id. */
export async function lockWaiting(client: Queryable, ids: readonly number[]): Promise<AlertRow[]> {
  const query = select(client).where('id', '=', anyOf(ids)).where('state', '=', 'active').orderBy('id').forUpdate()
  return (await query.execute()).map(alertOf)
}

export async function countAlerts(client: Queryable, accountId: number): Promise<number> {
  const query = db(client).selectFrom('alert').where('account_id', '=', accountId)
  return (await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
}

export async function insertAlert(
  client: Queryable,
  accountId: number,
  parts: SavedParts,
  now: number,
): Promise<AlertRow> {
  const at = new Date(now)
  const query = db(client)
    .insertInto('alert')
    .values({ account_id: accountId, ...valuesOf(parts), armed_t: parts.armedT, created_at: at, updated_at: at })
  return alertOf(await query.returning(COLUMNS).executeTakeFirstOrThrow())
}

/** `rearm`: the alert is armed again and earlier events are ignored. */
export async function updateAlert(
  client: Queryable,
  id: number,
  parts: SavedParts,
  rearm: boolean,
  now: number,
): Promise<AlertRow> {
  const query = db(client)
    .updateTable('alert')
    .set({ ...valuesOf(parts), version: sql`version + 1`, updated_at: new Date(now) })
    .$if(rearm, (update) => update.set({ armed_t: parts.armedT, round: sql`round + 1`, last_fired_t: null }))
    .where('id', '=', id)
  return alertOf(await query.returning(COLUMNS).executeTakeFirstOrThrow())
}

export async function deleteAlert(client: Queryable, accountId: number, id: number): Promise<boolean> {
  const query = db(client).deleteFrom('alert').where('id', '=', id).where('account_id', '=', accountId)
  return (await query.executeTakeFirst()).numDeletedRows === 1n
}

/** Records that it fired; `done`: it no longer waits. The version is unchanged, since the owner changed nothing. */
export async function recordFired(
  client: Queryable,
  id: number,
  fired: { readonly t: number; readonly at: number; readonly done: boolean },
): Promise<void> {
  await db(client)
    .updateTable('alert')
    .set({
      fired: sql`fired + 1`,
      last_fired_t: sql`greatest(last_fired_t, ${fired.t})`,
      last_fired_at: new Date(fired.at),
      ...(fired.done ? { state: 'done' as const } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** Ends alerts whose expiry has passed. */
export async function expireAlerts(client: Queryable, now: number): Promise<void> {
  const query = db(client).updateTable('alert').set({ state: 'expired' }).where('state', '=', 'active')
  await query.where('expires_at', '<=', new Date(now)).execute()
}

const valuesOf = ({ symbol, name, rule, repeat, cooldown, expiresAt, channels, sound, state }: SavedParts) => ({
  symbol,
  name,
  rule: JSON.stringify(rule),
  repeat,
  cooldown,
  expires_at: expiresAt === null ? null : new Date(expiresAt),
  channels: [...channels],
  sound,
  state,
})
