import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Queryable } from '../../../platform/database/index.ts'
import { floorTo } from '../tiers.ts'
import type { DepthTable } from './partitions.ts'
import type { DepthTier } from './types.ts'

const decompress = promisify(zstdDecompress)
/** 2.5 % smaller than level 3; higher levels gain nothing below 15. */
const LEVEL = 6
/** Limit of a decompressed row. */
const MAX_BYTES = 512 * 1024 * 1024

interface TierShape {
  /** Time of one row. Those of `1m` begin as minutes and hours, which the row of the next longer time replaces. */
  readonly rowMs: number
  /** How much later than its end it is made: of screens of the last hours, few columns are then in a row of which most is not asked for. */
  readonly waitMs: number
  /** Interval of its columns; 0: levels. */
  readonly intervalMs: number
  readonly table: DepthTable
  /** Null: for ever. */
  readonly keepMs: number | null
}

export const TIER_SHAPES: Readonly<Record<DepthTier, TierShape>> = {
  levels: { rowMs: MINUTE_MS, waitMs: 0, intervalMs: 0, table: 'depth_chunk_levels', keepMs: 48 * HOUR_MS },
  '1s': { rowMs: MINUTE_MS, waitMs: 0, intervalMs: 1_000, table: 'depth_chunk_1s', keepMs: 30 * DAY_MS },
  '5s': { rowMs: HOUR_MS, waitMs: 0, intervalMs: 5_000, table: 'depth_chunk_5s', keepMs: 366 * DAY_MS },
  '1m': { rowMs: DAY_MS, waitMs: DAY_MS, intervalMs: MINUTE_MS, table: 'depth_chunk_1m', keepMs: null },
}

/** A row of `depth_chunk` without its payload. */
export interface ChunkMeta {
  readonly tier: DepthTier
  readonly fromMs: number
  readonly toMs: number
  readonly qtyUnit: string
  readonly step: number
}

export interface Chunk extends ChunkMeta {
  readonly payload: Uint8Array
}

/** A row as it is listed. */
export interface ListedChunk extends ChunkMeta {
  /** Of the compressed payload. */
  readonly bytes: number
}

/** Blocks the thread. */
export function packChunk(meta: ChunkMeta, bytes: Uint8Array): Chunk {
  const payload = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  return { ...meta, payload }
}

/** Inverse of `packChunk`. Blocks the thread. */
export const unpackChunk = ({ payload }: Chunk): Uint8Array =>
  zstdDecompressSync(payload, { maxOutputLength: MAX_BYTES })

export async function insertChunks(client: Queryable, instrumentId: number, chunks: readonly Chunk[]): Promise<void> {
  for (const { tier, fromMs, toMs, qtyUnit, step, payload } of chunks) {
    // A longer row of `1m` replaces the shorter ones of its time.
    if (tier === '1m' && toMs - fromMs > MINUTE_MS)
      await client.query(
        "delete from depth_chunk where instrument_id = $1 and tier = '1m' and from_ts >= $2 and from_ts < $3",
        [instrumentId, fromMs, toMs],
      )
    await client.query(
      'insert into depth_chunk (instrument_id, tier, from_ts, to_ts, qty_unit, step, payload) values ($1, $2, $3, $4, $5, $6, $7)',
      [instrumentId, tier, fromMs, toMs, qtyUnit, step, payload],
    )
  }
}

interface MetaRow extends Record<string, unknown> {
  readonly from_ts: number
  readonly to_ts: number
  readonly qty_unit: string
  readonly step: number
  readonly bytes: number
}

/** Rows of a tier that hold a part of [fromMs, toMs), ascending. */
export async function listChunks(
  client: Queryable,
  instrumentId: number,
  tier: DepthTier,
  fromMs: number,
  toMs: number,
): Promise<readonly ListedChunk[]> {
  const { rows } = await client.query<MetaRow>(
    'select from_ts, to_ts, qty_unit, step, octet_length(payload) as bytes from depth_chunk where instrument_id = $1 and tier = $2 and from_ts >= $3 and from_ts < $4 and to_ts > $5 order by from_ts',
    [instrumentId, tier, floorTo(fromMs, TIER_SHAPES[tier].rowMs), toMs, fromMs],
  )
  return rows.map(({ from_ts: rowFrom, to_ts: rowTo, qty_unit: qtyUnit, step, bytes }) => ({
    tier,
    fromMs: rowFrom,
    toMs: rowTo,
    qtyUnit,
    step,
    bytes,
  }))
}

/** The payload of a row; null: retention has deleted it. */
export async function loadPayload(
  client: Queryable,
  instrumentId: number,
  { tier, fromMs }: Pick<ChunkMeta, 'tier' | 'fromMs'>,
): Promise<Uint8Array | null> {
  const { rows } = await client.query<{ payload: Buffer }>(
    'select payload from depth_chunk where instrument_id = $1 and tier = $2 and from_ts = $3',
    [instrumentId, tier, fromMs],
  )
  return rows[0]?.payload ?? null
}

/** The decompressed payload of a row; null: retention has deleted it. */
export async function loadChunk(
  client: Queryable,
  instrumentId: number,
  row: Pick<ChunkMeta, 'tier' | 'fromMs'>,
): Promise<Uint8Array | null> {
  const payload = await loadPayload(client, instrumentId, row)
  return payload === null ? null : decompress(payload, { maxOutputLength: MAX_BYTES })
}

/** The decompressed payloads of rows of a tier by their start, without those that retention has deleted: one query, unpacked in parallel. */
export async function loadChunks(
  client: Queryable,
  instrumentId: number,
  tier: DepthTier,
  starts: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  const { rows } = await client.query<{ from_ts: number; payload: Buffer }>(
    'select from_ts, payload from depth_chunk where instrument_id = $1 and tier = $2 and from_ts = any($3)',
    [instrumentId, tier, starts],
  )
  const unpack = async (row: { from_ts: number; payload: Buffer }): Promise<[number, Uint8Array]> => [
    row.from_ts,
    await decompress(row.payload, { maxOutputLength: MAX_BYTES }),
  ]
  return new Map(await Promise.all(rows.map(unpack)))
}
