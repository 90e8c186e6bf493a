import type { ScanRow } from '@flowprint/contract'
import { anyOf, db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** How far the rows of a market and interval are stored. */
export interface StoredRange {
  readonly symbol: string
  readonly intervalMs: number
  readonly tape: string
  readonly newestT: number
  /** All of its rows reflect the log at least up to here. */
  readonly seq: number
}

export async function findRanges(client: Queryable): Promise<StoredRange[]> {
  const rows = await db(client)
    .selectFrom('scanner_row')
    .select(['symbol', 'interval_ms as intervalMs', 'tape'])
    .select(({ fn }) => [fn.max<number>('t').as('newestT'), fn.min<number>('seq').as('seq')])
    .groupBy(['symbol', 'interval_ms', 'tape'])
    .execute()
  return rows
}

export interface NewRow {
  readonly intervalMs: number
  readonly tape: string
  readonly seq: number
  readonly row: ScanRow
}

/** Inserts or replaces rows, unless what is stored reflects more of the log. Returns the new and changed ones. */
export async function saveRows(client: Queryable, rows: readonly NewRow[], now: number): Promise<NewRow[]> {
  if (rows.length === 0) return []
  const { rows: saved } = await client.query<{ interval_ms: number; symbol: string; t: number; is_changed: boolean }>(
    `with given as (
       select * from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::jsonb[])
         as g (symbol, interval_ms, t, tape, seq, state, content)
     ), before as (
       select r.interval_ms, r.symbol, r.t, r.content from scanner_row r join given using (interval_ms, symbol, t)
     ), written as (
       insert into scanner_row (symbol, interval_ms, t, tape, seq, state, content, stored_at)
       select symbol, interval_ms, t, tape, seq, state, content, $8 from given
       on conflict (interval_ms, symbol, t) do update
         set tape = excluded.tape, seq = excluded.seq, state = excluded.state, content = excluded.content,
           stored_at = excluded.stored_at, delayed_done = scanner_row.delayed_done and scanner_row.content = excluded.content
         where scanner_row.tape <> excluded.tape or scanner_row.seq <= excluded.seq
       returning interval_ms, symbol, t, content
     )
     select w.interval_ms, w.symbol, w.t, b.content is distinct from w.content as is_changed
     from written w left join before b using (interval_ms, symbol, t)`,
    [
      rows.map(({ row }) => row.symbol),
      rows.map(({ intervalMs }) => intervalMs),
      rows.map(({ row }) => row.t),
      rows.map(({ tape }) => tape),
      rows.map(({ seq }) => seq),
      rows.map(({ row }) => row.state),
      rows.map(({ row }) => JSON.stringify(row)),
      new Date(now),
    ],
  )
  const changed = new Set(
    saved.filter(({ is_changed }) => is_changed).map((one) => `${one.interval_ms} ${one.t} ${one.symbol}`),
  )
  return rows.filter(({ intervalMs, row }) => changed.has(`${intervalMs} ${row.t} ${row.symbol}`))
}

/** The newest row of every market; with `endsBy` (ms) only of bars that end by then. */
export async function findNewestRows(
  client: Queryable,
  intervalMs: number,
  endsBy: number | undefined,
): Promise<ScanRow[]> {
  const rows = await db(client)
    .selectFrom('scanner_row')
    .distinctOn('symbol')
    .select('content')
    .where('interval_ms', '=', intervalMs)
    .$if(endsBy !== undefined, (query) => query.where('t', '<=', (endsBy ?? 0) - intervalMs))
    .orderBy('symbol')
    .orderBy('t', 'desc')
    .execute()
  return rows.map(({ content }) => content)
}

export interface PendingRow {
  readonly intervalMs: number
  readonly row: ScanRow
}

/**
 * Locks rows whose alerts of delayed owners are due, the oldest first, and marks them as evaluated. The caller evaluates
 * them in the same transaction.
 */
export async function takeDelayedRows(client: Queryable, endsBy: number, limit: number): Promise<PendingRow[]> {
  const { rows } = await client.query<{ interval_ms: number; content: ScanRow }>(
    `update scanner_row r set delayed_done = true
     from (
       select interval_ms, symbol, t from scanner_row
       where not delayed_done and t + interval_ms <= $1 and state <> 'incomplete' order by t, symbol limit $2 for update skip locked
     ) due
     where r.interval_ms = due.interval_ms and r.symbol = due.symbol and r.t = due.t
     returning r.interval_ms, r.content`,
    [endsBy, limit],
  )
  return rows.map(({ interval_ms, content }) => ({ intervalMs: interval_ms, row: content }))
}

/** Deletes rows that start before `before` (ms), except the newest of each market. */
export async function deleteRowsBefore(client: Queryable, intervalMs: number, before: number): Promise<void> {
  await client.query(
    `delete from scanner_row r where interval_ms = $1 and t < $2
       and exists (select 1 from scanner_row n where n.interval_ms = r.interval_ms and n.symbol = r.symbol and n.t > r.t)`,
    [intervalMs, before],
  )
}

/** Deletes the rows of markets that are not followed any more. */
export async function deleteRowsOf(client: Queryable, symbols: readonly string[]): Promise<void> {
  if (symbols.length === 0) return
  await db(client).deleteFrom('scanner_row').where('symbol', '=', anyOf(symbols)).execute()
}
