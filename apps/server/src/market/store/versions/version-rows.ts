import { DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Instrument, Units } from '../types.ts'
import type { StoreContext } from '../store-context.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** The copy of an instrument being converted. */
export type NextVersion = Instrument

interface NextRow {
  id: number
  tick_size: string
  lot_size: string
  version: number
  tape: string
}

/** Returns the copy of this instrument in these units, resuming an existing one or creating it. */
export async function ensureNext(context: StoreContext, stored: Instrument, units: Units): Promise<NextVersion> {
  const { symbol, exchange, kind, label, tape, side, qtyUnit, ids, live, simulated } = stored
  const version = stored.version + 1
  for (;;) {
    const { rows } = await context.pool.query<NextRow>(
      "select id, tick_size, lot_size, version, tape from instrument where symbol = $1 and state = 'next'",
      [symbol],
    )
    const [unfinished] = rows
    const isSame =
      unfinished?.tick_size === units.tickSize &&
      unfinished.lot_size === units.lotSize &&
      unfinished.version === version &&
      unfinished.tape === tape
    if (isSame) return { ...stored, ...units, id: unfinished.id, version }
    if (unfinished !== undefined) {
      await abandonNext(context, unfinished.id)
      await dropVersion(context, unfinished.id)
    }
    await context.pool.query(
      'with made as (insert into instrument (symbol, exchange, kind, label, tick_size, lot_size, version, tape, side, qty_unit, ids, live, simulated, state) ' +
        "values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'next') on conflict (symbol) where state = 'next' do nothing returning id) " +
        'insert into tape_head (instrument_id, closed_until) select made.id, closed_until from made, tape_head where instrument_id = $14',
      [
        symbol,
        exchange,
        kind,
        label,
        units.tickSize,
        units.lotSize,
        version,
        tape,
        side,
        qtyUnit,
        ids,
        live,
        simulated,
        stored.id,
      ],
    )
  }
}

/** Marks the copy as abandoned, so that it is not resumed while it is being deleted. */
export async function abandonNext(context: StoreContext, id: number): Promise<void> {
  await context.pool.query(
    "update instrument set state = 'former', state_at = '-infinity' where id = $1 and state = 'next'",
    [id],
  )
}

/** Readers that looked up the instrument before the switch have finished by then, except for the longest exports. */
const READERS_MS = 10 * MINUTE_MS
/** A copy that has not progressed for this long is abandoned. */
const ABANDONED_MS = 7 * DAY_MS
/** Rows deleted per statement: about a gigabyte at most. */
const BATCH_SIZE = 1_000

/** See `TapeStore.dropFormer`. Returns the number of versions deleted. */
export async function dropFormer(context: StoreContext): Promise<number> {
  const { rows } = await context.pool.query<{ id: number }>(
    "select id from instrument where state <> 'current' and state_at < now() - (case state when 'former' then $1::float8 else $2::float8 end) * interval '1 millisecond'",
    [READERS_MS, ABANDONED_MS],
  )
  for (const { id } of rows) await dropVersion(context, id)
  return rows.length
}

/**
 * Deletes an unused version in small batches: the head first, so that nothing reads it any more, and the instrument
 * last, so that an interrupted deletion is found again.
 */
export async function dropVersion(context: StoreContext, id: number): Promise<void> {
  await context.pool.query('delete from tape_head where instrument_id = $1', [id])
  await deleteRows(context, id)
  for (const table of [
    'tape_log',
    'coverage',
    'recommended_precision',
    'depth_head',
    'derivatives_head',
    'liquidation_coverage',
  ]) {
    await context.pool.query(`delete from ${table} where instrument_id = $1`, [id])
  }
  await context.pool.query("delete from instrument where id = $1 and state <> 'current'", [id])
}

/** Empties a copy, which is then filled again from the first hour of the stored tape. */
export async function clearVersion(context: StoreContext, id: number, storedId: number): Promise<void> {
  await deleteRows(context, id)
  await context.pool.query(
    'update tape_head set closed_until = (select closed_until from tape_head where instrument_id = $2) where instrument_id = $1',
    [id, storedId],
  )
}

async function deleteRows(context: StoreContext, id: number): Promise<void> {
  for (const table of ['tape_chunk', 'footprint_block', 'depth_log', 'depth_chunk', 'liquidation', 'market_stat']) {
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE;) {
      // A row is identified by its partition and its ctid.
      const { rowCount } = await context.pool.query(
        `delete from ${table} where instrument_id = $1 and (tableoid, ctid) in (select tableoid, ctid from ${table} where instrument_id = $1 limit ${BATCH_SIZE})`,
        [id],
      )
      deleted = rowCount ?? 0
    }
  }
}

/**
 * Assigns every tape a new identity, shared by all versions of a market. After a restore, sequence numbers that clients
 * and caches saw since the backup are reused for other data (CONTRACT, stream rule 2).
 */
export async function renewTapes(client: Queryable): Promise<void> {
  await client.query(
    `with fresh as materialized (select tape, gen_random_uuid() as renewed from (select distinct tape from instrument) known)
     update instrument set tape = fresh.renewed from fresh where instrument.tape = fresh.tape`,
  )
}
