import { dropVersion } from './drop-versions.ts'
import type { Instrument, Units } from '../instrument.ts'
import type { StoreContext } from '../store-context.ts'

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
    const [begun] = rows
    const isSame =
      begun?.tick_size === units.tickSize &&
      begun.lot_size === units.lotSize &&
      begun.version === version &&
      begun.tape === tape
    if (isSame) return { ...stored, ...units, id: begun.id, version }
    if (begun !== undefined) {
      await abandonNext(context, begun.id)
      await dropVersion(context, begun.id)
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
