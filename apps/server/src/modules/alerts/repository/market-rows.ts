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

/** Fences every earlier evaluator of a market. The caller has its lease. */
export async function claimMarket(client: Queryable, { symbol, delayed }: MarketKey, holder: string): Promise<void> {
  await db(client)
    .insertInto('alert_market')
    .values({ symbol, delayed, holder })
    .onConflict((conflict) => conflict.columns(['symbol', 'delayed']).doUpdateSet({ holder }))
    .execute()
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

/** Stores the position; false: another process has claimed the market, and the transaction must be rolled back. */
export async function savePosition(
  client: Queryable,
  { symbol, delayed }: MarketKey,
  holder: string,
  { tape, version, seq, state }: EvaluationPosition,
): Promise<boolean> {
  const { numUpdatedRows } = await db(client)
    .updateTable('alert_market')
    .set({ tape, version, seq, state: JSON.stringify(state) })
    .where(({ and }) => and({ symbol, delayed, holder }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
