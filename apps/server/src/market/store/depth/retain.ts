import { DAY_MS, HOUR_MS, MINUTE_MS } from '@flowprint/orderflow'
import type { Queryable } from '../../../platform/database/index.ts'
import { floorTo } from '../tiers.ts'
import type { Instrument } from '../types.ts'
import { TIER_SHAPES } from './chunk-rows.ts'
import { closeMinutes } from './close-minutes.ts'
import type { DepthContext } from './context.ts'
import { loadHeadRow } from './head-rows.ts'
import type { HeadRow } from './head-rows.ts'
import { tryDepthLease } from './lease.ts'
import type { DepthTable } from './partitions.ts'
import { DEPTH_TIERS } from './types.ts'

/** A recorder that is this far behind has probably stopped. */
const IDLE_MS = 10 * MINUTE_MS

/** The next run begins by the exchange's clock, which may be behind ours. */
const MARGIN_MS = 2 * MINUTE_MS

/** See `DepthStore.retain`. */
export async function retainDepth(
  context: DepthContext,
  instruments: readonly Instrument[],
  nowMs: number,
): Promise<readonly string[]> {
  await foldIdle(context, instruments, nowMs)
  const due: (readonly [DepthTable, number])[] = [['depth_log', nowMs - context.logKeepMs]]
  for (const tier of DEPTH_TIERS) {
    const { table, keepMs } = TIER_SHAPES[tier]
    if (keepMs !== null) due.push([table, nowMs - keepMs])
  }
  const ids = instruments.map(({ id }) => id)
  const dropped: string[] = []
  for (const [table, before] of due) {
    const folded = await loadFoldedUntil(context.pool, ids, table)
    dropped.push(...(await context.partitions.dropBefore(table, Math.min(before, folded))))
  }
  return dropped
}

/** Markets without a recorder: their last minutes, hour and day are folded once they have passed. */
async function foldIdle(context: DepthContext, instruments: readonly Instrument[], nowMs: number): Promise<void> {
  for (const instrument of instruments) {
    const head = await loadHeadRow(context.pool, instrument.id)
    if (head === null || head.until_ts === null || !isIdle(head, nowMs)) continue
    const lease = await tryDepthLease(context, instrument)
    if (lease === null) continue
    try {
      await closeMinutes(context, lease, nowMs - MARGIN_MS)
    } finally {
      await lease.release()
    }
  }
}

const isIdle = ({ closed_1s: minutes, closed_1m: days }: HeadRow, nowMs: number): boolean =>
  (minutes ?? nowMs) < nowMs - IDLE_MS || (days ?? nowMs) < floorTo(nowMs - HOUR_MS - TIER_SHAPES['1m'].waitMs, DAY_MS)

/** Until when every market's rows of the table are folded into the next tier; rows after it must not be dropped. */
async function loadFoldedUntil(client: Queryable, ids: readonly number[], table: DepthTable): Promise<number> {
  const column = PROGRESS[table]
  if (column === null) return Infinity
  const { rows } = await client.query<{ until: number | null }>(
    'select min(case $2::int when 1 then closed_1s when 2 then closed_5s else closed_1m end) as until from depth_head where instrument_id = any($1::int[])',
    [ids, column],
  )
  return rows[0].until ?? Infinity
}

/** 1: minutes, 2: hours, 3: days; null: nothing is made from the table. */
const PROGRESS: Readonly<Record<DepthTable, 1 | 2 | 3 | null>> = {
  depth_log: 1,
  depth_chunk_levels: null,
  depth_chunk_1s: 2,
  depth_chunk_5s: 3,
  depth_chunk_1m: null,
}
