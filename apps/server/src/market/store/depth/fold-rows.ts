import { composeColumns, decodeDepthColumns, encodeDepthColumns, MINUTE_MS, rescaleColumns } from '@flowprint/orderflow'
import type { DepthColumns } from '@flowprint/orderflow'
import { packChunk, TIER_SHAPES, unpackChunk } from './chunk-rows.ts'
import type { Chunk } from './chunk-rows.ts'
import { foldMinute, minuteFrames } from './fold.ts'
import { finestUnit, joinFrames, packFrames, unitFactor, unpackFrames } from './frames.ts'
import type { DepthTier } from './types.ts'

/** The rows of a minute, from its log. */
export interface MinuteJob {
  readonly kind: 'minute'
  readonly fromMs: number
  readonly toMs: number
  /** Entries of `loadMinute`, joined by `joinEncoded`. */
  readonly log: Uint8Array<ArrayBuffer>
  /** Row height of the market; null: chosen by the price. */
  readonly step: number | null
  readonly tickSize: string
  readonly withLevels: boolean
}

/** The row of a coarser tier for [fromMs, toMs), from all rows of the finer one. */
export interface ComposeJob {
  readonly kind: 'compose'
  readonly tier: '5s' | '1m'
  readonly fromMs: number
  readonly toMs: number
  readonly parts: readonly Chunk[]
}

export type FoldJob = MinuteJob | ComposeJob

/** What a job yields: none when nothing is known of a minute. */
export type FoldedRows = readonly Chunk[]

/** Decodes, folds, encodes and compresses: the work of a job, 30 to 110 ms for a busy minute. Throws RangeError for invalid bytes. */
export const foldRows = (job: FoldJob): FoldedRows => (job.kind === 'minute' ? rowsOfMinute(job) : composeRows(job))

function rowsOfMinute({ fromMs, toMs, log, step: stored, tickSize, withLevels }: MinuteJob): FoldedRows {
  const given = minuteFrames(unpackFrames(log), fromMs)
  const folded = foldMinute(given, { fromMs, toMs, step: stored, tickSize })
  if (folded === null) return []
  const { columns, frames, qtyUnit } = folded
  const row = (tier: DepthTier, step: number, bytes: Uint8Array): Chunk =>
    packChunk({ tier, fromMs, toMs, qtyUnit, step }, bytes)
  const minute = composeColumns([columns], { intervalMs: MINUTE_MS, fromMs, toMs })
  const rows = [
    row('1s', columns.step, encodeDepthColumns(columns)),
    row('1m', minute.step, encodeDepthColumns(minute)),
  ]
  return withLevels ? [...rows, row('levels', 1, packFrames(joinFrames(frames)))] : rows
}

/** The row of the tier; with an hour of `5s` also that of `1m`. */
function composeRows({ tier, fromMs, toMs, parts: rows }: ComposeJob): FoldedRows {
  const { intervalMs } = TIER_SHAPES[tier]
  const qtyUnit = finestUnit(rows.map((row) => row.qtyUnit))
  // One row after the other: only what is composed from them is held together.
  const parts = rows.map((row): DepthColumns => {
    const columns = rescaleColumns(decodeDepthColumns(unpackChunk(row)), unitFactor(row.qtyUnit, qtyUnit))
    return composeColumns([columns], { intervalMs, fromMs: row.fromMs, toMs: row.toMs })
  })
  const columns = composeColumns(parts, { intervalMs, fromMs, toMs })
  const pack = (of: DepthTier, made: DepthColumns): Chunk =>
    packChunk({ tier: of, fromMs, toMs, qtyUnit, step: made.step }, encodeDepthColumns(made))
  const row = pack(tier, columns)
  return tier === '1m' ? [row] : [row, pack('1m', composeColumns([columns], { intervalMs: MINUTE_MS, fromMs, toMs }))]
}
