import { MINUTE_MS, ladder } from '@flowprint/orderflow'
import type { Commit } from './commit.ts'
import type { Copy } from './copy-hours.ts'
import { saveHead } from './head.ts'
import { addLogEntry } from './log-rows.ts'
import { floorTo } from './tiers.ts'

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
