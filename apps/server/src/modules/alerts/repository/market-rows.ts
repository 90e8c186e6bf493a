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
  const { rowCount } = await client.query(
    `insert into alert_market (symbol, delayed, holder, held_until) values ($1, $2, $3, clock_timestamp() + $4 * interval '1 second')
     on conflict (symbol, delayed) do update set holder = $3, held_until = clock_timestamp() + $4 * interval '1 second'
     where alert_market.holder = $3 or alert_market.holder is null or alert_market.held_until < clock_timestamp()`,
    [symbol, delayed, holder, LEASE_SECONDS],
  )
  return rowCount === 1
}

export async function releaseMarket(client: Queryable, { symbol, delayed }: MarketKey, holder: string): Promise<void> {
  await client.query('update alert_market set holder = null where symbol = $1 and delayed = $2 and holder = $3', [
    symbol,
    delayed,
    holder,
  ])
}

export async function findPosition(
  client: Queryable,
  { symbol, delayed }: MarketKey,
): Promise<EvaluationPosition | null> {
  const { rows } = await client.query<{ tape: string | null; version: number; seq: number; state: unknown }>(
    'select tape, version, seq, state from alert_market where symbol = $1 and delayed = $2',
    [symbol, delayed],
  )
  const tape = rows[0]?.tape ?? null
  return tape === null ? null : { ...rows[0], tape }
}

/** Stores the position; false: another process has the lease, and the transaction must be rolled back. */
export async function savePosition(
  client: Queryable,
  { symbol, delayed }: MarketKey,
  holder: string,
  position: EvaluationPosition,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update alert_market set tape = $4, version = $5, seq = $6, state = $7 where symbol = $1 and delayed = $2 and holder = $3',
    [symbol, delayed, holder, position.tape, position.version, position.seq, JSON.stringify(position.state)],
  )
  return rowCount === 1
}
