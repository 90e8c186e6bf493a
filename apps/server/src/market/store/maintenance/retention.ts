import { DAY_MS } from '@flowprint/orderflow'
import { BACKUP_LOCK_KEY } from '../../../platform/database/index.ts'
import type { InstrumentSummary, TapeStore, Instrument } from '../types.ts'
import { listPartitionMonths, PARTITION_LOCK_KEY, PARTITIONED_TABLES, partitionName } from './partitions.ts'
import type { StoreContext } from '../store-context.ts'
import { monthStart, nextMonth } from '../tiers.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { DAILY } from '../../../platform/jobs/index.ts'
import type { ScheduledJob } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'

/**
 * See `TapeStore.applyRetention`. A month expires for an instrument once all of it is older than the instrument's
 * retention. Its partitions are dropped, which is free, as soon as no instrument needs them; until then its rows are
 * deleted.
 */
export async function applyRetention(
  context: StoreContext,
  instruments: readonly InstrumentSummary[],
  keepMs: (instrument: Instrument) => number | null,
  nowMs: number,
): Promise<Awaited<ReturnType<TapeStore['applyRetention']>>> {
  const dropped: string[] = []
  let deleted = 0
  const partitions = await listPartitionMonths(context.pool)
  const oldest = Math.min(...instruments.map((instrument) => instrument.from ?? Infinity), partitions[0] ?? Infinity)
  if (instruments.length === 0 || oldest === Infinity) return { dropped, deleted }
  for (let month = monthStart(oldest); nextMonth(month) <= nowMs; month = nextMonth(month)) {
    const end = nextMonth(month)
    const isDue = (instrument: Instrument): boolean => {
      const keep = keepMs(instrument)
      return keep !== null && end <= nowMs - keep
    }
    const stored = instruments.filter(({ from }) => from !== null && from < end)
    const due = stored.filter(isDue)
    // An empty partition is dropped once no market could use it.
    const isUnused = stored.length === 0 && partitions.includes(month) && instruments.every(isDue)
    if (due.length === 0 && !isUnused) continue
    if (due.length < stored.length) deleted += await deleteMonth(context, due, month)
    else {
      const names = await dropMonth(context, month)
      if (names === null) break
      dropped.push(...names)
    }
    await forgetBefore(context, due, end)
  }
  context.partitions.forget()
  return { dropped, deleted }
}

async function deleteMonth(context: StoreContext, instruments: readonly Instrument[], month: number): Promise<number> {
  const values = [instruments.map((instrument) => instrument.id), month, nextMonth(month)]
  const chunks = await context.pool.query(
    'delete from tape_chunk where instrument_id = any($1::int[]) and hour_ts >= $2 and hour_ts < $3',
    values,
  )
  const blocks = await context.pool.query(
    'delete from footprint_block where instrument_id = any($1::int[]) and block_ts >= $2 and block_ts < $3',
    values,
  )
  return (chunks.rowCount ?? 0) + (blocks.rowCount ?? 0)
}

/** null: a running backup still reads the partition. Retry tomorrow: waiting for the lock would block every reader. */
async function dropMonth(context: StoreContext, month: number): Promise<string[] | null> {
  const client = await context.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
      BACKUP_LOCK_KEY,
    ])
    if (!rows[0].free) {
      await client.query('rollback')
      return null
    }
    await client.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCK_KEY])
    const names = PARTITIONED_TABLES.map((table) => partitionName(table, month))
    for (const name of names) await client.query(`drop table if exists ${name}`)
    await client.query('commit')
    return names
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Makes the tape begin with the first stored trade at or after `before`. */
async function forgetBefore(context: StoreContext, instruments: readonly Instrument[], before: number): Promise<void> {
  for (const { id } of instruments) {
    await context.pool.query(
      'update tape_head set first_ts = (select min(from_ts) from tape_chunk where instrument_id = $1), ' +
        'last_ts = case when exists (select 1 from tape_chunk where instrument_id = $1) then last_ts end where instrument_id = $1',
      [id],
    )
    await context.pool.query('delete from coverage where instrument_id = $1 and to_ts <= $2', [id, before])
    await context.pool.query('update coverage set from_ts = $2 where instrument_id = $1 and from_ts < $2', [id, before])
  }
}

/** Drops the months that are entirely older than `days` (RETENTION_DAYS); null = unlimited. */
export function retentionJobs({
  store,
  clock,
  log,
  days,
}: {
  readonly store: TapeStore
  readonly clock: Clock
  readonly log: Log
  readonly days: number | null
}): readonly ScheduledJob[] {
  if (days === null) return []
  const run = async (): Promise<void> => {
    const { dropped, deleted } = await store.applyRetention(() => days * DAY_MS, clock.now())
    if (dropped.length + deleted > 0) log.info({ dropped, deleted, days }, 'old months were dropped')
  }
  return [{ name: 'retention', cron: DAILY, run }]
}
