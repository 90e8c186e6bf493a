import { sql } from 'kysely'
import { db } from '../../../platform/database/index.ts'
import type { Queryable } from '../../../platform/database/index.ts'

/** Stored position of an evaluation. */
export interface EvaluationPosition {
  readonly tape: string
  readonly version: number
  readonly seq: number
  readonly state: unknown
}

/** Identifies an evaluation: a market in real time, or delayed. */
export interface MarketKey {
  readonly symbol: string
  readonly delayed: boolean
}

/**
 * Lease timeout: an expired lease means its owner crashed. Measured by the database's clock, so that clocks of
 * processes do not matter.
 */
const LEASE_SECONDS = 15

/** Acquires or renews the lease of a market; false: another process has it. */
export async function leaseMarket(client: Queryable, { symbol, delayed }: MarketKey, holder: string): Promise<boolean> {
  const heldUntil = sql<Date>`clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'`
  const { numInsertedOrUpdatedRows } = await db(client)
    .insertInto('alert_market')
    .values({ symbol, delayed, holder, held_until: heldUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['symbol', 'delayed'])
        .doUpdateSet({ holder, held_until: heldUntil })
        .where(
          sql<boolean>`alert_market.holder = ${holder} or alert_market.holder is null or alert_market.held_until < clock_timestamp()`,
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const updateHeld = (client: Queryable, { symbol, delayed }: MarketKey, holder: string) =>
  db(client)
    .updateTable('alert_market')
    .where(({ and }) => and({ symbol, delayed, holder }))

export async function releaseMarket(client: Queryable, market: MarketKey, holder: string): Promise<void> {
  await updateHeld(client, market, holder).set({ holder: null }).execute()
}

export async function findPosition(
  client: Queryable,
  { symbol, delayed }: MarketKey,
): Promise<EvaluationPosition | null> {
  const row = await db(client)
    .selectFrom('alert_market')
    .select(['tape', 'version', 'seq', 'state'])
    .where(({ and }) => and({ symbol, delayed }))
    .executeTakeFirst()
  // The other columns are written with the tape.
  return row === undefined || row.tape === null ? null : (row as EvaluationPosition)
}

/** Stores the position; false: another process has the lease, and the transaction must be rolled back. */
export async function savePosition(
  client: Queryable,
  market: MarketKey,
  holder: string,
  { tape, version, seq, state }: EvaluationPosition,
): Promise<boolean> {
  const update = updateHeld(client, market, holder).set({ tape, version, seq, state: JSON.stringify(state) })
  return (await update.executeTakeFirst()).numUpdatedRows === 1n
}
