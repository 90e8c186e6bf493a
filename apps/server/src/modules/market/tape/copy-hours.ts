import { MINUTE_MS, HOUR_MS, aggregateTrades, lowerBoundTs, scaleTrades, storedSteps } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { joinChunks, loadChunks, writeChunkRow } from './chunk-rows.ts'
import type { LoadedChunk } from './chunk-rows.ts'
import type { Commit } from './commit.ts'
import type { Head } from './head.ts'
import type { NextVersion } from './next-version.ts'
import { packTrades } from './pack-trades.ts'
import { TierWriter } from './tier-writer.ts'

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
