import type { PoolClient } from 'pg'
import type { Commit } from '../write/commit.ts'
import type { LogEntry, RevisionReason } from '../types.ts'

/** A log entry with the watermark its frame carried. */
export interface StoredEntry extends LogEntry {
  readonly watermark: number | null
}

interface LogDbRow {
  first_seq: number
  last_seq: number
  kind: 'trades' | 'revision'
  reason: RevisionReason
  from_ts: number
  to_ts: number
  newest_ts: number
  watermark: number | null
}

export async function addLogEntry(commit: Commit, entry: StoredEntry): Promise<void> {
  await commit.client.query({
    name: 'add_log_entry',
    text:
      'insert into tape_log (instrument_id, epoch, first_seq, last_seq, kind, reason, from_ts, to_ts, newest_ts, watermark) ' +
      'values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      commit.instrument.id,
      commit.epoch,
      entry.firstSeq,
      entry.lastSeq,
      entry.kind,
      entry.reason,
      entry.fromTs,
      entry.toTs,
      entry.newestTs,
      entry.watermark,
    ],
  })
}

/** Deletes entries that streams can no longer resume from; always keeps the last one. */
export async function pruneLog(commit: Commit, keepMs: number): Promise<void> {
  await commit.client.query({
    name: 'prune_log',
    text: "delete from tape_log where instrument_id = $1 and last_seq < $2 and committed_at < now() - $3 * interval '1 millisecond'",
    values: [commit.instrument.id, commit.head.lastSeq, keepMs],
  })
}

/** Entries that end at or after `fromSeq` and begin at or before `toSeq`, ascending. */
export async function readLogRows(
  client: PoolClient,
  instrumentId: number,
  fromSeq: number,
  toSeq: number,
  limit: number,
): Promise<StoredEntry[]> {
  const { rows } = await client.query<LogDbRow>({
    name: 'read_log',
    text:
      'select first_seq, last_seq, kind, reason, from_ts, to_ts, newest_ts, watermark from tape_log ' +
      'where instrument_id = $1 and last_seq >= $2 and first_seq <= $3 order by last_seq limit $4',
    values: [instrumentId, fromSeq, toSeq, limit],
  })
  return rows.map((row) => ({
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    kind: row.kind,
    reason: row.reason,
    fromTs: row.from_ts,
    toTs: row.to_ts,
    newestTs: row.newest_ts,
    watermark: row.watermark,
  }))
}

/** Highest seq such that every entry up to it is older than the cut; `lastSeq` when all are. */
export async function releasedSeq(
  client: PoolClient,
  instrumentId: number,
  cut: number,
  lastSeq: number,
): Promise<number> {
  const { rows } = await client.query<{ first_seq: number | null }>({
    name: 'released_seq',
    text: 'select min(first_seq) as first_seq from tape_log where instrument_id = $1 and newest_ts >= $2',
    values: [instrumentId, cut],
  })
  const first = rows[0].first_seq
  return first === null ? lastSeq : first - 1
}

/**
 * Seq ranges of live trades after `seq` that begin before `beforeTs`: a delayed reader receives them as frames later.
 */
export async function heldBackRanges(
  client: PoolClient,
  instrumentId: number,
  seq: number,
  beforeTs: number,
): Promise<{ first: number; last: number }[]> {
  const { rows } = await client.query<{ first_seq: number; last_seq: number }>({
    name: 'held_back',
    text: "select first_seq, last_seq from tape_log where instrument_id = $1 and last_seq > $2 and kind = 'trades' and from_ts < $3 order by last_seq",
    values: [instrumentId, seq, beforeTs],
  })
  return rows.map((row) => ({ first: row.first_seq, last: row.last_seq }))
}
