import { DAY_MS } from '@flowprint/orderflow'
import { monthStart } from '../tiers.ts'
import type { Instrument } from '../types.ts'
import type { DerivativesContext } from './context.ts'
import { DERIVATIVES_TABLES } from './partitions.ts'

const KEEP_MS = 731 * DAY_MS

/** See `DerivativesStore.retain`. */
export async function retainDerivatives(
  { pool, partitions }: DerivativesContext,
  instruments: readonly Instrument[],
  nowMs: number,
): Promise<readonly string[]> {
  const before = monthStart(nowMs - KEEP_MS)
  const values = [instruments.map(({ id }) => id), before]
  // First, so that no coverage claims what is gone. A coverage that is still open begins with what is kept: readCoverage.
  await pool.query(
    'update derivatives_head set first_ts = $2 where instrument_id = any($1::int[]) and first_ts < $2',
    values,
  )
  await pool.query('delete from liquidation_coverage where instrument_id = any($1::int[]) and to_ts <= $2', values)
  const dropped: string[] = []
  for (const table of DERIVATIVES_TABLES) dropped.push(...(await partitions.dropBefore(table, before)))
  return dropped
}
