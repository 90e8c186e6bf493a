import type { PoolClient } from 'pg'
import { VersionChangedError } from '../errors.ts'

/** The end of an instrument's log; columns of `tape_head`. */
export interface Head {
  epoch: number
  lastSeq: number
  rowVersion: number
  revisions: number
  nextId: number | null
  firstTs: number | null
  lastTs: number | null
  watermark: number | null
  closedUntil: number | null
  liveFrom: number | null
  volumeUntil: number | null
  /** Replaced by another version of the market: no further writes. */
  isFormer: boolean
}

const COLUMNS =
  'epoch, last_seq, row_version, revisions, next_id, first_ts, last_ts, watermark, closed_until, live_from, volume_until, is_former'

interface HeadRow {
  epoch: number
  last_seq: number
  row_version: number
  revisions: number
  next_id: number | null
  first_ts: number | null
  last_ts: number | null
  watermark: number | null
  closed_until: number | null
  live_from: number | null
  volume_until: number | null
  is_former: boolean
}

function fromRow(row: HeadRow): Head {
  return {
    epoch: row.epoch,
    lastSeq: row.last_seq,
    rowVersion: row.row_version,
    revisions: row.revisions,
    nextId: row.next_id,
    firstTs: row.first_ts,
    lastTs: row.last_ts,
    watermark: row.watermark,
    closedUntil: row.closed_until,
    liveFrom: row.live_from,
    volumeUntil: row.volume_until,
    isFormer: row.is_former,
  }
}

/** Reads the head within the transaction; `lock` blocks every other writer until the commit. */
export async function readHead(client: PoolClient, instrumentId: number, lock: boolean): Promise<Head> {
  const text = `select ${COLUMNS} from tape_head where instrument_id = $1${lock ? ' for update' : ''}`
  const { rows } = await client.query<HeadRow>({ name: lock ? 'lock_head' : 'read_head', text, values: [instrumentId] })
  // The rows of a former version are deleted after some time.
  if (rows.length === 0 || (lock && rows[0].is_former))
    throw new VersionChangedError('the units of the market changed: look it up again')
  return fromRow(rows[0])
}

/** The heads of many instruments in one statement, by id; former versions may be missing. */
export async function readHeads(client: PoolClient, instrumentIds: readonly number[]): Promise<Map<number, Head>> {
  const { rows } = await client.query<HeadRow & { instrument_id: number }>({
    name: 'read_heads',
    text: `select instrument_id, ${COLUMNS} from tape_head where instrument_id = any($1::int[])`,
    values: [instrumentIds],
  })
  return new Map(rows.map((row) => [row.instrument_id, fromRow(row)]))
}

/** Starts the next lease: fences every writer of an earlier one. */
export async function raiseEpoch(client: { query: PoolClient['query'] }, instrumentId: number): Promise<Head> {
  const text = `update tape_head set epoch = epoch + 1 where instrument_id = $1 and not is_former returning ${COLUMNS}`
  const { rows } = await client.query<HeadRow>(text, [instrumentId])
  if (rows.length === 0) throw new VersionChangedError('the units of the market changed: look it up again')
  return fromRow(rows[0])
}

/** Reserves the next row number and returns the head with it; null when a later lease replaced that epoch. */
export async function reserveRowVersion(
  client: { query: PoolClient['query'] },
  instrumentId: number,
  epoch: number,
): Promise<Head | null> {
  const { rows } = await client.query<HeadRow>({
    name: 'reserve_row_version',
    text: `update tape_head set row_version = row_version + 1 where instrument_id = $1 and epoch = $2 and not is_former returning ${COLUMNS}`,
    values: [instrumentId, epoch],
  })
  return rows.length === 0 ? null : fromRow(rows[0])
}

/** Saves everything except the epoch, which only leases change. */
export async function saveHead(client: PoolClient, instrumentId: number, head: Head): Promise<void> {
  const text =
    'update tape_head set last_seq = $2, row_version = $3, revisions = $4, next_id = $5, first_ts = $6, last_ts = $7, ' +
    'watermark = $8, closed_until = $9, live_from = $10, volume_until = $11 where instrument_id = $1'
  const { lastSeq, rowVersion, revisions, nextId, firstTs, lastTs, watermark, closedUntil, liveFrom, volumeUntil } =
    head
  const values = [
    instrumentId,
    lastSeq,
    rowVersion,
    revisions,
    nextId,
    firstTs,
    lastTs,
    watermark,
    closedUntil,
    liveFrom,
    volumeUntil,
  ]
  await client.query({ name: 'save_head', text, values })
}
