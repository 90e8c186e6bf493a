import { MINUTE_MS } from '@flowprint/orderflow'
import type { DepthFrameKind } from '@flowprint/orderflow'
import type { Queryable } from '../../../platform/database/index.ts'
import { floorTo } from '../tiers.ts'
import type { StoredDepthFrame } from './types.ts'

interface LogRow extends Record<string, unknown> {
  readonly seq: number
  readonly until_ts: number
  readonly payload: Buffer
}

const fromRow = ({ seq, until_ts: until, payload }: LogRow): StoredDepthFrame => ({ seq, until, bytes: payload })

/** Entries after `fromSeq` that end at or before `until`, ascending. */
export async function loadFramesFrom(
  client: Queryable,
  instrumentId: number,
  { fromSeq, until, limit }: { readonly fromSeq: number; readonly until: number; readonly limit: number },
): Promise<readonly StoredDepthFrame[]> {
  const { rows } = await client.query<LogRow>(
    'select seq, until_ts, payload from depth_log where instrument_id = $1 and seq > $2 and until_ts <= $3 order by seq limit $4',
    [instrumentId, fromSeq, until, limit],
  )
  return rows.map(fromRow)
}

/** Seq of the newest entry that ends at or before `until`; null: the log has none. */
export async function loadSeqAt(
  client: Queryable,
  instrumentId: number,
  until: number,
): Promise<{ readonly seq: number; readonly until: number; readonly kind: DepthFrameKind } | null> {
  const { rows } = await client.query<{ seq: number; until_ts: number; kind: DepthFrameKind }>(
    'select seq, until_ts, kind from depth_log where instrument_id = $1 and until_ts <= $2 order by until_ts desc, seq desc limit 1',
    [instrumentId, until],
  )
  return rows.length === 0 ? null : { seq: rows[0].seq, until: rows[0].until_ts, kind: rows[0].kind }
}

/** Seq of the oldest entry; null: the log is empty. */
export async function loadOldestSeq(client: Queryable, instrumentId: number): Promise<number | null> {
  const { rows } = await client.query<{ seq: number }>(
    'select seq from depth_log where instrument_id = $1 order by seq limit 1',
    [instrumentId],
  )
  return rows[0]?.seq ?? null
}

/** Seq of the newest whole book at or before `at`; null: the log does not reach back. */
export async function loadBaseSeq(client: Queryable, instrumentId: number, at: number): Promise<number | null> {
  const { rows } = await client.query<{ seq: number }>(
    "select seq from depth_log where instrument_id = $1 and until_ts <= $2 and kind in ('start', 'keyframe') " +
      'order by until_ts desc, seq desc limit 1',
    [instrumentId, at],
  )
  return rows[0]?.seq ?? null
}

/** Start of the first minute at or after `fromMs`, before `toMs`, with entries in the log; null: there is none. */
export async function loadNextMinute(
  client: Queryable,
  instrumentId: number,
  fromMs: number,
  toMs: number,
): Promise<number | null> {
  const { rows } = await client.query<{ until_ts: number | null }>(
    'select min(until_ts) as until_ts from depth_log where instrument_id = $1 and until_ts > $2 and until_ts <= $3',
    [instrumentId, fromMs, toMs],
  )
  const { until_ts: until } = rows[0]
  return until === null ? null : floorTo(until - 1, MINUTE_MS)
}

/** Encoded entries from which `minuteFrames` chooses those of the minute from `minuteMs`, ascending. */
export async function loadMinute(
  client: Queryable,
  instrumentId: number,
  minuteMs: number,
): Promise<readonly Uint8Array[]> {
  const { rows } = await client.query<LogRow>(
    'select seq, until_ts, payload from depth_log where instrument_id = $1 and until_ts >= $2 and until_ts <= $3 order by seq',
    [instrumentId, minuteMs, minuteMs + MINUTE_MS],
  )
  return rows.map(({ payload }) => payload)
}
