import { setImmediate as nextTurn } from 'node:timers/promises'
import { HOUR_MS, concatTrades, decodeTrades, emptyTrades, idText, sliceTrades, sortTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { copyOut } from '../../../platform/database/index.ts'
import type { Commit } from '../write/commit.ts'
import type { PackedTrades } from '../write/trade-packer.ts'
import type { Statement } from './row-sink.ts'

/** Max trades per row. */
const MAX_TRADES = 1_048_576

/** Approximate bytes of a packed trade. */
const PACKED_BYTES = 6

/** Trades unpacked before yielding to the event loop. */
const TRADES_PER_TURN = 20_000

/** A row of `tape_chunk` without its payload. */
export interface ChunkRow {
  readonly hourTs: number
  readonly part: number
  readonly fromTs: number
  readonly toTs: number
  /** Lowest id, and highest id with its fills; null where ids are not numeric. */
  readonly firstId: string | null
  readonly lastId: string | null
  readonly trades: number
}

interface ChunkDbRow {
  hour_ts: number
  part: number
  from_ts: number
  to_ts: number
  first_id: string | null
  last_id: string | null
  trades: number
}

const META = 'hour_ts, part, from_ts, to_ts, first_id, last_id, trades'

const fromRow = (row: ChunkDbRow): ChunkRow => ({
  hourTs: row.hour_ts,
  part: row.part,
  fromTs: row.from_ts,
  toTs: row.to_ts,
  firstId: row.first_id,
  lastId: row.last_id,
  trades: row.trades,
})

/** Rows of the hours [fromHour, toHour], ascending. */
export async function listChunkRows(
  client: PoolClient,
  instrumentId: number,
  fromHour: number,
  toHour: number,
): Promise<ChunkRow[]> {
  const { rows } = await client.query<ChunkDbRow>({
    name: 'list_chunk_rows',
    text: `select ${META} from tape_chunk where instrument_id = $1 and hour_ts between $2 and $3 order by hour_ts, part`,
    values: [instrumentId, fromHour, toHour],
  })
  return rows.map(fromRow)
}

/** Loads the rows of the nearest hour with data before (or after) the given hour. */
export async function neighbourRows(
  client: PoolClient,
  instrumentId: number,
  hourTs: number,
  side: 'before' | 'after',
): Promise<ChunkRow[]> {
  const pick = side === 'before' ? 'hour_ts < $2 order by hour_ts desc' : 'hour_ts > $2 order by hour_ts'
  const { rows } = await client.query<ChunkDbRow>({
    name: `neighbour_rows_${side}`,
    text:
      `select ${META} from tape_chunk where instrument_id = $1 and hour_ts = ` +
      `(select hour_ts from tape_chunk where instrument_id = $1 and ${pick} limit 1)`,
    values: [instrumentId, hourTs],
  })
  return rows.map(fromRow)
}

export interface LoadedChunk {
  readonly row: ChunkRow
  readonly trades: Trades
}

/**
 * Loads and unpacks rows of the hours [fromHour, toHour] that hold trades of [fromTs, toTs), and all rows of hours that
 * end by `wholeUntil`.
 */
export async function loadChunks(
  client: PoolClient,
  instrumentId: number,
  range: { fromHour: number; toHour: number; fromTs: number; toTs: number; wholeUntil?: number },
): Promise<LoadedChunk[]> {
  const { fromHour, toHour, fromTs, toTs, wholeUntil = 0 } = range
  // Safe without quoting: the text contains only numbers.
  const odd = [instrumentId, fromHour, toHour, fromTs, toTs, wholeUntil].find((value) => !Number.isSafeInteger(value))
  if (odd !== undefined) throw new RangeError(`Invariant: bounds of rows are safe integers, had ${odd}`)
  const rows = await copyOut(
    client,
    `select hour_ts, part, from_ts, to_ts, first_id, last_id, trades, payload from tape_chunk where instrument_id = ${instrumentId} ` +
      `and hour_ts between ${fromHour} and ${toHour} ` +
      `and ((to_ts >= ${fromTs} and from_ts < ${toTs}) or hour_ts + ${HOUR_MS} <= ${wholeUntil}) order by hour_ts, part`,
  )
  const chunks: LoadedChunk[] = []
  let unpacked = 0
  for (const row of rows) {
    const chunk = fromCopy(row)
    chunks.push(chunk)
    unpacked += chunk.trades.length
    // Yield so that live trades of other markets do not wait for a whole minute of this one.
    if (unpacked < TRADES_PER_TURN) continue
    unpacked = 0
    await nextTurn()
  }
  return chunks
}

function fromCopy([hour, part, from, to, first, last, trades, payload]: readonly (Buffer | null)[]): LoadedChunk {
  const number = (bytes: Buffer | null): number => Number((bytes as Buffer).readBigInt64BE())
  const row: ChunkRow = {
    hourTs: number(hour),
    part: number(part),
    fromTs: number(from),
    toTs: number(to),
    firstId: first?.toString() ?? null,
    lastId: last?.toString() ?? null,
    trades: (trades as Buffer).readInt32BE(),
  }
  return { row, trades: decodeTrades(payload as Buffer) }
}

/** Packed trades of the rows of one hour that hold trades before `beforeTs`, ordered by part. */
export async function loadChunkPayloads(
  client: PoolClient,
  instrumentId: number,
  hourTs: number,
  beforeTs: number,
): Promise<Buffer[]> {
  const odd = [instrumentId, hourTs, beforeTs].find((value) => !Number.isSafeInteger(value))
  if (odd !== undefined) throw new RangeError(`Invariant: bounds of rows are safe integers, had ${odd}`)
  const rows = await copyOut(
    client,
    `select payload from tape_chunk where instrument_id = ${instrumentId} and hour_ts = ${hourTs} and from_ts < ${beforeTs} order by part`,
  )
  return rows.map(([payload]) => payload as Buffer)
}

/** Joins unpacked rows into one sorted run. */
export function joinChunks(chunks: readonly LoadedChunk[]): Trades {
  return chunks.length === 0 ? emptyTrades() : sortTrades(concatTrades(chunks.map((chunk) => chunk.trades)))
}

export async function deleteChunkRows(commit: Commit, rows: readonly ChunkRow[]): Promise<void> {
  if (rows.length === 0) return
  await commit.client.query({
    name: 'delete_chunk_rows',
    text: 'delete from tape_chunk where instrument_id = $1 and (hour_ts, part) in (select * from unnest($2::bigint[], $3::bigint[]))',
    values: [commit.instrument.id, rows.map((row) => row.hourTs), rows.map((row) => row.part)],
  })
}

/** Numbers the rows of one commit: the commit's own number, then a counter. */
export class PartNumbers {
  #next: number
  constructor(rowVersion: number) {
    this.#next = rowVersion * 1_048_576
  }
  take(): number {
    return this.#next++
  }
}

/**
 * Writes the trades, all of one hour and each with its seq, as one row (or several when there are very many).
 * `isWhole`: they are all trades of a closed hour, whose sweeps are stored with them.
 */
export async function insertChunk(
  commit: Commit,
  parts: PartNumbers,
  hourTs: number,
  trades: Trades,
  isWhole = false,
): Promise<void> {
  for (let from = 0; from < trades.length; from += MAX_TRADES) {
    const run = sliceTrades(trades, from, Math.min(from + MAX_TRADES, trades.length))
    const packed = commit.packer.pack(run, isWhole && run.length === trades.length)
    const { first, last } = idRange(run)
    const row = {
      hourTs,
      part: parts.take(),
      fromTs: run.ts[0],
      toTs: run.ts[run.length - 1],
      firstId: first,
      lastId: last,
      trades: run.length,
    }
    await writeChunkRow(commit, row, packed)
  }
}

/** If the trades are still being packed, the row is sent once they are. */
export function writeChunkRow(
  commit: Commit,
  row: ChunkRow,
  packed: PackedTrades | Promise<PackedTrades>,
): Promise<void> {
  const statement = ({ payload, sweeps }: PackedTrades): Statement => ({
    name: 'insert_chunk',
    text: 'insert into tape_chunk (instrument_id, hour_ts, part, from_ts, to_ts, first_id, last_id, trades, payload, sweeps) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      commit.instrument.id,
      row.hourTs,
      row.part,
      row.fromTs,
      row.toTs,
      row.firstId,
      row.lastId,
      row.trades,
      payload,
      sweeps,
    ],
  })
  if (packed instanceof Promise) return commit.sink.write(packed.then(statement), row.trades * PACKED_BYTES)
  return commit.sink.write(statement(packed), packed.payload.length)
}

/** Lowest id, and highest id with its fills. */
export function idRange(trades: Trades): { first: string | null; last: string | null } {
  if (trades.textId === null) {
    let first = Infinity
    let last = -Infinity
    for (let i = 0; i < trades.length; i++) {
      if (trades.id[i] < first) first = trades.id[i]
      const end = trades.id[i] + trades.fills[i] - 1
      if (end > last) last = end
    }
    return { first: String(first), last: String(last) }
  }
  let first: bigint | null = null
  let last: bigint | null = null
  for (let i = 0; i < trades.length; i++) {
    const text = idText(trades, i)
    if (!/^\d+$/.test(text)) return { first: null, last: null }
    const id = BigInt(text)
    const end = id + BigInt(trades.fills[i]) - 1n
    if (first === null || id < first) first = id
    if (last === null || end > last) last = end
  }
  return { first: String(first), last: String(last) }
}
