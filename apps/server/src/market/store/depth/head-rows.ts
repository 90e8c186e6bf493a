import type { BookProof } from '@flowprint/orderflow'
import type { Queryable } from '../../../platform/database/index.ts'
import type { DepthMode } from './types.ts'

/** Columns of `depth_head`. */
export interface HeadRow {
  readonly epoch: number
  readonly mode: Exclude<DepthMode, 'off'>
  readonly last_seq: number
  readonly first_ts: number | null
  readonly until_ts: number | null
  readonly qty_unit: string | null
  readonly proof: BookProof | null
  readonly run_from: number | null
  readonly reason: string
  readonly step: number | null
  readonly closed_1s: number | null
  readonly closed_5s: number | null
  readonly closed_1m: number | null
}

const COLUMNS =
  'epoch, mode, last_seq, first_ts, until_ts, qty_unit, proof, run_from, reason, step, closed_1s, closed_5s, closed_1m'

/** Null: never recorded. */
export async function loadHeadRow(client: Queryable, instrumentId: number): Promise<HeadRow | null> {
  const { rows } = await client.query<HeadRow & Record<string, unknown>>(
    `select ${COLUMNS} from depth_head where instrument_id = $1`,
    [instrumentId],
  )
  return rows[0] ?? null
}

/** Why a run without an end has ended. */
const CRASHED = 'the recorder stopped'

/** Starts the next lease: fences every recorder of an earlier one and closes the run that it left open. */
export async function raiseDepthEpoch(
  client: Queryable,
  instrumentId: number,
  mode: Exclude<DepthMode, 'off'> | null,
): Promise<HeadRow | null> {
  if (mode !== null)
    await client.query(
      'insert into depth_head (instrument_id, mode) values ($1, $2) on conflict (instrument_id) do nothing',
      [instrumentId, mode],
    )
  const { rows } = await client.query<HeadRow & Record<string, unknown>>(
    'update depth_head set epoch = epoch + 1, mode = coalesce($2, mode), run_from = null, ' +
      `reason = case when run_from is null then reason else '${CRASHED}' end where instrument_id = $1 returning ${COLUMNS}`,
    [instrumentId, mode],
  )
  return rows[0] ?? null
}
