import { DAY_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { StoreContext } from './store-context.ts'

/** Readers that looked up the instrument before the switch have finished by then, except for the longest exports. */
const READERS_MS = 10 * MINUTE_MS
/** A copy that has not progressed for this long is abandoned. */
const ABANDONED_MS = 7 * DAY_MS
/** Rows deleted per statement: about a gigabyte at most. */
const AT_ONCE = 1_000

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
  for (const table of ['tape_log', 'coverage', 'recommended_precision']) {
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
  for (const table of ['tape_chunk', 'footprint_block']) {
    for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
      // A row is identified by its partition and its ctid.
      const { rowCount } = await context.pool.query(
        `delete from ${table} where instrument_id = $1 and (tableoid, ctid) in (select tableoid, ctid from ${table} where instrument_id = $1 limit ${AT_ONCE})`,
        [id],
      )
      deleted = rowCount ?? 0
    }
  }
}
