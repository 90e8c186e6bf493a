import { MINUTE_MS } from '@flowprint/orderflow'
import { inTransaction } from '../../../platform/database/index.ts'
import { FencedError } from '../../../platform/lease/index.ts'
import { floorTo } from '../tiers.ts'
import { insertChunks, listChunks, loadPayload, TIER_SHAPES } from './chunk-rows.ts'
import type { Chunk } from './chunk-rows.ts'
import type { DepthContext } from './context.ts'
import type { FoldedRows } from './fold-rows.ts'
import { joinEncoded } from './frames.ts'
import type { HeadRow } from './head-rows.ts'
import type { HeldDepthLease } from './lease.ts'
import { loadMinute, loadNextMinute } from './log-rows.ts'

/**
 * Folds what has passed; see `DepthStore.closeMinutes`. Rows are computed first, in a thread, and then stored in one short
 * transaction with the progress of their tier: a crash loses only work, and the log stays until all of it is folded. In memory
 * is one row to be folded: a minute of the log, or what an hour or a day is composed of, compressed.
 */
export async function closeMinutes(context: DepthContext, lease: HeldDepthLease, until: number): Promise<void> {
  const { head } = lease
  if (head.closed_1s === null || head.until_ts === null) return
  // An open run may still add to the minute of its last frame.
  const passed = floorTo(head.run_from === null ? until : Math.min(until, head.until_ts), MINUTE_MS)
  for (let at = head.closed_1s; at < passed;) {
    lease.assertHeld()
    const minute = await loadNextMinute(context.pool, lease.instrument.id, at, passed)
    if (minute === null) {
      // Nothing was recorded until then.
      await save(context, lease, [], { closed_1s: passed })
      break
    }
    await closeMinute(context, lease, minute)
    at = minute + MINUTE_MS
  }
  await closeTier(context, lease, '1s', '5s')
  await closeTier(context, lease, '5s', '1m')
}

async function closeMinute(context: DepthContext, lease: HeldDepthLease, fromMs: number): Promise<void> {
  const { head, instrument } = lease
  const toMs = fromMs + MINUTE_MS
  const log = joinEncoded(await loadMinute(context.pool, instrument.id, fromMs))
  const rows = await context.folder.run(
    {
      kind: 'minute',
      fromMs,
      toMs,
      log,
      step: head.step,
      tickSize: instrument.tickSize,
      withLevels: head.mode === 'levels',
    },
    [log.buffer],
  )
  const step = rows.find(({ tier }) => tier === '1s')?.step
  await save(context, lease, rows, { closed_1s: toMs, ...(step === undefined ? {} : { step }) })
}

const PROGRESS = { '1s': 'closed_1s', '5s': 'closed_5s', '1m': 'closed_1m' } as const

/** Composes the rows of a tier whose time the finer tier has passed, and waited for. */
async function closeTier(
  context: DepthContext,
  lease: HeldDepthLease,
  finer: '1s' | '5s',
  tier: '5s' | '1m',
): Promise<void> {
  const { rowMs, waitMs } = TIER_SHAPES[tier]
  const passed = floorTo((lease.head[PROGRESS[finer]] as number) - waitMs, rowMs)
  for (let at = lease.head[PROGRESS[tier]] as number; at < passed;) {
    lease.assertHeld()
    const [next] = await listChunks(context.pool, lease.instrument.id, finer, at, passed)
    const fromMs = next === undefined ? passed : floorTo(next.fromMs, rowMs)
    const toMs = next === undefined ? passed : fromMs + rowMs
    const chunks = next === undefined ? [] : await composeRow(context, lease, finer, tier, fromMs)
    await save(context, lease, chunks, { [PROGRESS[tier]]: toMs })
    at = toMs
  }
}

async function composeRow(
  { pool, folder }: DepthContext,
  { instrument }: HeldDepthLease,
  finer: '1s' | '5s',
  tier: '5s' | '1m',
  fromMs: number,
): Promise<FoldedRows> {
  const toMs = fromMs + TIER_SHAPES[tier].rowMs
  const parts: Chunk[] = []
  for (const meta of await listChunks(pool, instrument.id, finer, fromMs, toMs)) {
    const payload = await loadPayload(pool, instrument.id, meta)
    if (payload !== null) parts.push({ ...meta, payload: Uint8Array.from(payload) })
  }
  if (parts.length === 0) return []
  return folder.run(
    { kind: 'compose', tier, fromMs, toMs, parts },
    parts.map(({ payload }) => payload.buffer as ArrayBuffer),
  )
}

/** Stores rows and progress, unless another recorder took over. */
async function save(
  context: DepthContext,
  lease: HeldDepthLease,
  chunks: readonly Chunk[],
  progress: Partial<Pick<HeadRow, 'closed_1s' | 'closed_5s' | 'closed_1m' | 'step'>>,
): Promise<void> {
  const { instrument, epoch } = lease
  for (const { tier, fromMs } of chunks) await context.partitions.ensure(TIER_SHAPES[tier].table, fromMs)
  await inTransaction(context.pool, async (client) => {
    const { rowCount } = await client.query(
      'update depth_head set closed_1s = coalesce($3, closed_1s), closed_5s = coalesce($4, closed_5s), ' +
        'closed_1m = coalesce($5, closed_1m), step = coalesce($6, step) where instrument_id = $1 and epoch = $2',
      [
        instrument.id,
        epoch,
        progress.closed_1s ?? null,
        progress.closed_5s ?? null,
        progress.closed_1m ?? null,
        progress.step ?? null,
      ],
    )
    if (rowCount === 0) throw new FencedError(`${instrument.symbol}: another recorder took the lease`)
    await insertChunks(client, instrument.id, chunks)
  })
  lease.head = { ...lease.head, ...progress }
}
