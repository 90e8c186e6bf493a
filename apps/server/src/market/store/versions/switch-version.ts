import {
  MINUTE_MS,
  HOUR_MS,
  aggregateTrades,
  lowerBoundTs,
  scaleTrades,
  storedSteps,
  ladder,
} from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { joinChunks, loadChunks, writeChunkRow } from '../rows/chunk-rows.ts'
import type { LoadedChunk } from '../rows/chunk-rows.ts'
import type { Commit } from '../write/commit.ts'
import { saveHead } from '../rows/head.ts'
import type { Head } from '../rows/head.ts'
import type { NextVersion } from './version-rows.ts'
import { packTrades } from '../write/trade-packer.ts'
import { TierWriter } from '../write/tier-writer.ts'
import { addLogEntry } from '../rows/log-rows.ts'
import { floorTo } from '../tiers.ts'

/** Number of new units per old unit, >= 1. */
export interface Scale {
  readonly ticks: bigint
  readonly lots: bigint
}

/** The copy in progress; its head is modified in place. */
export interface Copy {
  readonly next: NextVersion
  readonly head: Head
  readonly scale: Scale
}

export interface DifferingHour {
  readonly hourTs: number
  readonly trades: number
  /** Exists only in the copy. */
  readonly isGone: boolean
}

/** Max trades (or hours of a quiet market) per step: less than a second, some tens of megabytes. */
const MAX_TRADES = 500_000
const MAX_HOURS = 1_000

/**
 * Lists the next hours, ascending, whose trades differ between the tape and the copy. Parts carry the unique number of
 * the commit that wrote them, so hours with the same parts hold the same trades.
 */
export async function differingHours(client: PoolClient, storedId: number, copyId: number): Promise<DifferingHour[]> {
  const { rows } = await client.query<{ hour_ts: number; trades: number; gone: boolean }>({
    name: 'differing_hours',
    text:
      'with stored as (select hour_ts, part, trades from tape_chunk where instrument_id = $1), ' +
      'copied as (select hour_ts, part from tape_chunk where instrument_id = $2) ' +
      'select hour_ts, coalesce(sum(stored.trades), 0)::bigint as trades, bool_and(stored.part is null) as gone ' +
      'from stored full join copied using (hour_ts, part) where stored.part is null or copied.part is null ' +
      'group by hour_ts order by hour_ts limit $3',
    values: [storedId, copyId, MAX_HOURS],
  })
  const hours: DifferingHour[] = []
  let trades = 0
  for (const row of rows) {
    if (hours.length > 0 && trades + row.trades > MAX_TRADES) break
    trades += row.trades
    hours.push({ hourTs: row.hour_ts, trades: row.trades, isGone: row.gone })
  }
  return hours
}

/** Writes the trades of these hours, and the bars of their closed minutes, into the copy in its units. */
export async function copyHours(commit: Commit, copy: Copy, hours: readonly DifferingHour[]): Promise<void> {
  const { client, instrument } = commit
  const { next, head } = copy
  const target: Commit = {
    ...commit,
    instrument: next,
    head,
    rowVersion: head.rowVersion,
    steps: storedSteps(next.tickSize),
    events: [],
    touched: [],
  }
  const closedUntil = head.closedUntil ?? Infinity
  const tiers = new TierWriter(target, closedUntil, closedUntil)
  await client.query('delete from tape_chunk where instrument_id = $1 and hour_ts = any($2::bigint[])', [
    next.id,
    hours.map(({ hourTs }) => hourTs),
  ])
  for (const { hourTs } of hours) {
    const stored = await loadChunks(client, instrument.id, {
      fromHour: hourTs,
      toHour: hourTs,
      fromTs: hourTs,
      toTs: hourTs + HOUR_MS,
    })
    const chunks = stored.map(({ row, trades }) => ({
      row,
      trades: scaleTrades(trades, copy.scale.ticks, copy.scale.lots),
    }))
    for (const chunk of chunks) await insertCopy(target, chunk)
    const trades = joinChunks(chunks)
    const to = lowerBoundTs(trades, closedUntil)
    if (to === 0) continue
    const bars = aggregateTrades(trades, { cycleMs: MINUTE_MS, step: 1, from: 0, to })
    bars.revision.fill(head.revisions)
    await tiers.addMinutes(bars)
  }
  await tiers.flush(false)
}

/** Keep the part number so that the row is recognised as copied. */
function insertCopy(target: Commit, { row, trades }: LoadedChunk): Promise<void> {
  return writeChunkRow(target, row, packTrades(trades, false))
}

/**
 * Replaces the stored tape with the copy, in the transaction that found them equal. Data independent of tick and lot is
 * moved unchanged: log, coverage, clock, ids. The former version stays readable for some time.
 */
export async function switchVersion(commit: Commit, copy: Copy): Promise<void> {
  const { client, head, instrument } = commit
  const { next } = copy
  await beginWithOwnSeq(commit)
  const both = [instrument.id, next.id]
  await client.query(
    'insert into tape_log (instrument_id, epoch, first_seq, last_seq, kind, reason, from_ts, to_ts, newest_ts, watermark, committed_at) ' +
      'select $2, epoch, first_seq, last_seq, kind, reason, from_ts, to_ts, newest_ts, watermark, committed_at from tape_log where instrument_id = $1',
    both,
  )
  await client.query(
    'insert into coverage (instrument_id, from_ts, to_ts, from_id, to_id, state, proof, missing) ' +
      'select $2, from_ts, to_ts, from_id, to_id, state, proof, missing from coverage where instrument_id = $1',
    both,
  )
  await copyPrecisions(commit, copy)
  // Apply changes that an operator or a feed made since the copy was started.
  await client.query(
    'update instrument set (label, side, live, created_at, max_step) = (select label, side, live, created_at, least(max_step::bigint * $3::bigint, 2147483647)::integer ' +
      'from instrument where id = $1) where id = $2',
    [...both, mostTimes(copy.scale.ticks)],
  )
  await client.query("update instrument set state = 'former', state_at = now() where id = $1", [instrument.id])
  await client.query("update instrument set state = 'current', state_at = now(), since_seq = $2 where id = $1", [
    next.id,
    head.lastSeq,
  ])
  await client.query('update tape_head set is_former = true where instrument_id = $1', [instrument.id])
  await client.query('update tape_head set epoch = $2 where instrument_id = $1', [next.id, head.epoch])
  const rowVersion = Math.max(head.rowVersion, copy.head.rowVersion)
  await saveHead(client, next.id, { ...head, rowVersion, revisions: head.revisions + 1 })
  commit.events.push({ kind: 'resync', symbol: instrument.symbol, reason: 'version' })
}

/** The switch is a log entry: a client that has not applied it still uses the former units. */
async function beginWithOwnSeq(commit: Commit): Promise<void> {
  const { head } = commit
  if (head.lastTs === null) return
  head.lastSeq += 1
  const fromTs = floorTo(head.lastTs, MINUTE_MS)
  await addLogEntry(commit, {
    firstSeq: head.lastSeq,
    lastSeq: head.lastSeq,
    kind: 'revision',
    fromTs,
    toTs: fromTs + MINUTE_MS,
    newestTs: head.lastTs,
    reason: 'repair',
    watermark: null,
  })
}

/** Recommended heights keep their decimal value; one that is not a step of the new ladder becomes the nearest step. */
async function copyPrecisions(commit: Commit, { next, scale }: Copy): Promise<void> {
  const { client, instrument } = commit
  const { rows } = await client.query<{ cycle: string; step: number }>(
    'select cycle, step from recommended_precision where instrument_id = $1',
    [instrument.id],
  )
  const offered = ladder(next.tickSize)
  const steps = rows.map(({ step }) => nearestStep(offered, step * Number(scale.ticks)))
  await client.query(
    'insert into recommended_precision (instrument_id, cycle, step) select $1, * from unnest($2::text[], $3::int[])',
    [next.id, rows.map(({ cycle }) => cycle), steps],
  )
}

const nearestStep = (steps: readonly number[], wanted: number): number =>
  steps.reduce((nearest, step) => (Math.abs(step - wanted) < Math.abs(nearest - wanted) ? step : nearest))

/** The factor for an integer column, whose bound it may exceed. */
const mostTimes = (ticks: bigint): string => String(ticks > 2_147_483_647n ? 2_147_483_647n : ticks)
