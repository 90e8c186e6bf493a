import { setImmediate as nextTurn } from 'node:timers/promises'
import { composeColumns, decodeDepthColumns, encodeDepthColumns, SECOND_MS } from '@flowprint/orderflow'
import type { DepthColumns, DepthPart } from '@flowprint/orderflow'
import { floorTo } from '../tiers.ts'
import type { Instrument } from '../types.ts'
import { loadChunk, loadChunks, TIER_SHAPES } from './chunk-rows.ts'
import type { ListedChunk } from './chunk-rows.ts'
import type { DepthContext } from './context.ts'
import { finestUnit, unitFactor } from './frames.ts'
import { loadHeadRow } from './head-rows.ts'
import { checkQuery, clip, foldOpen, listRows } from './read-columns.ts'
import type { DepthPartsQuery, StoredDepthParts } from './types.ts'

/** Cost of reading one stored column, in units of a cell: most hold some hundred rows. Too low a cost starts long reads twice. */
export const COLUMN_UNITS = 400
/** Cost of a compressed byte that is passed on: received, unpacked in another thread and copied. */
const PASSED_BYTE_UNITS = 1 / 16

/** Lengths of stored columns. */
const STORED_INTERVALS = [TIER_SHAPES['1s'], TIER_SHAPES['5s'], TIER_SHAPES['1m']].map(({ intervalMs }) => intervalMs)

/** See `DepthStore.readColumnParts`. */
export async function readColumnParts(
  { reads }: DepthContext,
  instrument: Instrument,
  query: DepthPartsQuery,
): Promise<StoredDepthParts | null> {
  const { fromMs, toMs, intervalMs, step, cut = Infinity, budget } = query
  checkQuery(query)
  if (!STORED_INTERVALS.includes(intervalMs)) return null
  const head = await loadHeadRow(reads, instrument.id)
  if (head === null || head.until_ts === null || head.qty_unit === null)
    return { parts: [], qtyUnit: instrument.lotSize }
  // Only whole intervals are visible to delayed readers.
  const visible = floorTo(Math.min(cut, head.until_ts), intervalMs)
  const until = Math.min(toMs, visible)
  const { metas, closedUntil: at } = await listRows(reads, instrument.id, head, { fromMs, toMs: until, intervalMs })
  if (metas.some((meta) => meta.step !== step)) return null
  const isPassed = (meta: ListedChunk): boolean =>
    TIER_SHAPES[meta.tier].intervalMs === intervalMs && meta.toMs <= visible && isMostlyWithin(meta, fromMs, until)
  for (const meta of metas)
    budget?.spend(isPassed(meta) ? meta.bytes * PASSED_BYTE_UNITS : columnsOf(meta) * COLUMN_UNITS)
  budget?.spend((Math.max(until - at, 0) / SECOND_MS) * COLUMN_UNITS)
  const open = await foldOpen(reads, instrument, head, at, until)
  if (open.some(({ columns }) => columns.step !== step)) return null

  const units = [...metas, ...open].map(({ qtyUnit }) => qtyUnit)
  const qtyUnit = finestUnit([head.qty_unit, ...units])
  const parts: DepthPart[] = []
  const add = (columns: DepthColumns, unit: string): void => {
    const inside = clip(columns, fromMs, until)
    if (inside === null) return
    const range = { fromMs: inside.fromMs, toMs: inside.fromMs + inside.length * inside.intervalMs }
    const bytes = encodeDepthColumns(composeColumns([inside], { intervalMs, ...range }))
    parts.push({ bytes, factor: unitFactor(unit, qtyUnit) })
  }
  const passed = metas.filter(isPassed)
  const tier = passed.at(0)?.tier
  const starts = passed.map((meta) => meta.fromMs)
  const stored =
    tier === undefined ? new Map<number, Uint8Array>() : await loadChunks(reads, instrument.id, tier, starts)
  for (const meta of metas) {
    if (isPassed(meta)) {
      const bytes = stored.get(meta.fromMs)
      if (bytes !== undefined) parts.push({ bytes, factor: unitFactor(meta.qtyUnit, qtyUnit) })
      continue
    }
    const bytes = await loadChunk(reads, instrument.id, meta)
    if (bytes !== null) add(decodeDepthColumns(bytes), meta.qtyUnit)
    await nextTurn()
  }
  for (const { columns, qtyUnit: unit } of open) add(columns, unit)
  return { parts, qtyUnit }
}

const columnsOf = ({ tier, fromMs, toMs }: ListedChunk): number => (toMs - fromMs) / TIER_SHAPES[tier].intervalMs

/** Whether at least half of a row is asked for: what is beyond the range is sent and decoded too. */
function isMostlyWithin(meta: ListedChunk, fromMs: number, toMs: number): boolean {
  return 2 * (Math.min(meta.toMs, toMs) - Math.max(meta.fromMs, fromMs)) >= meta.toMs - meta.fromMs
}
