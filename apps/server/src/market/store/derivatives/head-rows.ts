import type { Queryable } from '../../../platform/database/index.ts'

/** Columns of `derivatives_head`. */
export interface HeadRow {
  readonly epoch: number
  readonly commits: number
  readonly last_seq: number
  readonly cover_from: number | null
  readonly until_ts: number | null
  readonly is_complete: boolean | null
}

const COLUMNS = 'epoch, commits, last_seq, cover_from, until_ts, is_complete'

/** Null: never recorded. */
export async function loadHeadRow(client: Queryable, instrumentId: number): Promise<HeadRow | null> {
  const { rows } = await client.query<HeadRow & Record<string, unknown>>(
    `select ${COLUMNS} from derivatives_head where instrument_id = $1`,
    [instrumentId],
  )
  return rows[0] ?? null
}

/** Starts the next lease: fences every recorder of an earlier one. */
export async function raiseDerivativesEpoch(client: Queryable, instrumentId: number): Promise<HeadRow> {
  const { rows } = await client.query<HeadRow & Record<string, unknown>>(
    'insert into derivatives_head (instrument_id, epoch) values ($1, 1) ' +
      `on conflict (instrument_id) do update set epoch = derivatives_head.epoch + 1 returning ${COLUMNS}`,
    [instrumentId],
  )
  return rows[0]
}
