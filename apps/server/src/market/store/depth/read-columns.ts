import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  composeColumns,
  decodeCoarserColumns,
  decodeDepthColumns,
  decodeDepthFrame,
  MINUTE_MS,
  regroupColumns,
  rescaleColumns,
  sliceColumns,
} from '@flowprint/orderflow'
import type { DepthColumns } from '@flowprint/orderflow'
import { floorTo } from '../tiers.ts'
import { listChunks, loadChunk, TIER_SHAPES } from './chunk-rows.ts'
import type { ChunkMeta, ListedChunk } from './chunk-rows.ts'
import type { DepthContext } from './context.ts'
import { foldMinute, minuteFrames } from './fold.ts'
import { finestUnit, unitFactor } from './frames.ts'
import { loadHeadRow } from './head-rows.ts'
import type { HeadRow } from './head-rows.ts'
import { loadMinute, loadNextMinute } from './log-rows.ts'
import type { Instrument } from '../types.ts'
import type { DepthColumnsQuery, StoredDepthColumns } from './types.ts'

/** Tiers of columns below a minute, coarsest first, with the progress that says until when they exist. */
const FINE_TIERS = [
  { tier: '5s', progress: 'closed_5s' },
  { tier: '1s', progress: 'closed_1s' },
] as const

/** See `DepthStore.readColumns`: the coarsest tier that divides the interval, finer ones where it is not folded yet. */
export async function readColumns(
  { reads }: DepthContext,
  instrument: Instrument,
  query: DepthColumnsQuery,
): Promise<StoredDepthColumns> {
  const { fromMs, toMs, intervalMs, step = 1, cut = Infinity } = query
  checkQuery(query)
  const head = await loadHeadRow(reads, instrument.id)
  if (head === null || head.until_ts === null || head.qty_unit === null)
    return { columns: emptyOf(query, step), qtyUnit: instrument.lotSize }
  // Only whole intervals are visible to delayed readers.
  const until = Math.min(toMs, floorTo(Math.min(cut, head.until_ts), intervalMs))
  const { metas, closedUntil: at } = await listRows(reads, instrument.id, head, { fromMs, toMs: until, intervalMs })
  const open = await foldOpen(reads, instrument, head, at, until)
  const steps = [...metas.map((meta) => meta.step), ...open.map(({ columns }) => columns.step)]
  const height = steps.reduce(leastCommonMultiple, step)
  const qtyUnit = finestUnit([head.qty_unit, ...metas.map((meta) => meta.qtyUnit), ...open.map((one) => one.qtyUnit)])
  const parts: DepthColumns[] = []
  const add = (columns: DepthColumns, unit: string): void => {
    const visible = clip(columns, fromMs, until)
    if (visible === null) return
    const scaled = rescaleColumns(visible, unitFactor(unit, qtyUnit))
    parts.push(coarsen(scaled.step === height ? scaled : regroupColumns(scaled, height), intervalMs))
  }
  for (const meta of metas) {
    const bytes = await loadChunk(reads, instrument.id, meta)
    if (bytes !== null) add(decodeChunk(bytes, meta, height, intervalMs), meta.qtyUnit)
    await nextTurn()
  }
  for (const { columns, qtyUnit: unit } of open) add(columns, unit)
  if (parts.length === 0) return { columns: emptyOf(query, height), qtyUnit }
  return { columns: composeColumns(parts, { intervalMs, fromMs, toMs }), qtyUnit }
}

/** The rows of closed minutes that answer the range, ascending, and until when they do. */
export async function listRows(
  reads: DepthContext['reads'],
  instrumentId: number,
  head: HeadRow,
  { fromMs, toMs, intervalMs }: Pick<DepthColumnsQuery, 'fromMs' | 'toMs' | 'intervalMs'>,
): Promise<{ readonly metas: readonly ListedChunk[]; readonly closedUntil: number }> {
  const isOfMinutes = intervalMs % MINUTE_MS === 0
  const closed = Math.min(toMs, head.closed_1s as number)
  const minutes = isOfMinutes && closed > fromMs ? await listChunks(reads, instrumentId, '1m', fromMs, closed) : []
  const metas = [...minutes]
  const isCovered = (meta: ChunkMeta): boolean =>
    minutes.some((row) => row.fromMs <= meta.fromMs && meta.toMs <= row.toMs)
  // Of the last two days, finer rows may be older than the first ones of `1m` for minutes and hours.
  let at = isOfMinutes ? Math.max(fromMs, head.closed_1m as number) : fromMs
  for (const { tier, progress } of FINE_TIERS) {
    if (intervalMs % TIER_SHAPES[tier].intervalMs !== 0) continue
    const end = Math.min(toMs, head[progress] as number)
    if (end > at)
      metas.push(...(await listChunks(reads, instrumentId, tier, at, end)).filter((meta) => !isCovered(meta)))
    at = Math.max(at, end)
  }
  return { metas: metas.toSorted((a, b) => a.fromMs - b.fromMs), closedUntil: at }
}

/** Columns of one second of the minutes that are not folded yet. */
export async function foldOpen(
  reads: DepthContext['reads'],
  { id: instrumentId, tickSize }: Instrument,
  head: HeadRow,
  fromMs: number,
  until: number,
): Promise<readonly { readonly columns: DepthColumns; readonly qtyUnit: string }[]> {
  const folded: { columns: DepthColumns; qtyUnit: string }[] = []
  if (fromMs >= until) return folded
  let { step } = head
  for (let at = floorTo(fromMs, MINUTE_MS); at < until;) {
    const minute = await loadNextMinute(reads, instrumentId, at, until + MINUTE_MS)
    if (minute === null || minute >= until) break
    const toMs = Math.min(minute + MINUTE_MS, Math.floor(until / 1_000) * 1_000)
    const frames = minuteFrames(
      (await loadMinute(reads, instrumentId, minute)).map((bytes) => decodeDepthFrame(bytes)),
      minute,
    )
    const one = foldMinute(frames, { fromMs: minute, toMs, step, tickSize })
    if (one !== null) {
      folded.push(one)
      ;({ step } = one.columns)
    }
    at = minute + MINUTE_MS
    await nextTurn()
  }
  return folded
}

/** The columns inside [fromMs, toMs); null: none. */
export function clip(columns: DepthColumns, fromMs: number, toMs: number): DepthColumns | null {
  const end = columns.fromMs + columns.length * columns.intervalMs
  const from = Math.max(columns.fromMs, fromMs)
  const to = Math.min(end, toMs)
  if (from >= to) return null
  return from === columns.fromMs && to === end ? columns : sliceColumns(columns, from, to)
}

/** Composes a part early, where its ends are those of intervals: what is kept in memory is then what is answered. */
function coarsen(columns: DepthColumns, intervalMs: number): DepthColumns {
  const range = { fromMs: columns.fromMs, toMs: columns.fromMs + columns.length * columns.intervalMs }
  const coarse = coarserInterval(range, columns.intervalMs, intervalMs)
  return coarse === null ? columns : composeColumns([columns], { intervalMs: coarse, ...range })
}

/** The columns of a row of `height`, composed early where possible; rows of another height are joined before that. */
function decodeChunk(bytes: Uint8Array, meta: ChunkMeta, height: number, intervalMs: number): DepthColumns {
  const coarse = coarserInterval(meta, TIER_SHAPES[meta.tier].intervalMs, intervalMs)
  return coarse === null || meta.step !== height ? decodeDepthColumns(bytes) : decodeCoarserColumns(bytes, coarse)
}

/** The longest interval that columns of `columnMs` can be composed to before those of `intervalMs`; null: none. */
function coarserInterval(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  columnMs: number,
  intervalMs: number,
): number | null {
  for (const coarse of [intervalMs, MINUTE_MS, 5_000]) {
    const divides = coarse > columnMs && intervalMs % coarse === 0 && coarse % columnMs === 0
    if (divides && fromMs % coarse === 0 && toMs % coarse === 0) return coarse
  }
  return null
}

const emptyOf = ({ fromMs, toMs, intervalMs }: DepthColumnsQuery, step: number): DepthColumns => {
  const length = (toMs - fromMs) / intervalMs
  const numbers = (size: number, value: number): Float64Array => new Float64Array(size).fill(value)
  return {
    intervalMs,
    step,
    length,
    fromMs,
    state: new Uint8Array(length),
    seconds: new Uint32Array(length),
    lowRow: numbers(length, 0),
    highRow: numbers(length, -1),
    bestBid: numbers(length, Number.NaN),
    bestAsk: numbers(length, Number.NaN),
    cellEnd: new Uint32Array(length),
    side: new Uint8Array(0),
    row: numbers(0, 0),
    lots: numbers(0, 0),
    up: numbers(0, 0),
    sum: numbers(0, 0),
    min: numbers(0, 0),
    max: numbers(0, 0),
  }
}

export function checkQuery({ fromMs, toMs, intervalMs, step = 1 }: DepthColumnsQuery): void {
  if (!(intervalMs > 0 && intervalMs % 1_000 === 0))
    throw new RangeError(`Condition failed: intervals are whole seconds, had ${intervalMs} ms`)
  if (!(fromMs % intervalMs === 0 && toMs % intervalMs === 0 && fromMs <= toMs))
    throw new RangeError(`Condition failed: a range of whole intervals, had ${fromMs} to ${toMs}`)
  if (!(Number.isSafeInteger(step) && step >= 1))
    throw new RangeError(`Condition failed: the row height is a whole number >= 1, had ${step}`)
}

function leastCommonMultiple(a: number, b: number): number {
  let [large, small] = [a, b]
  while (small !== 0) [large, small] = [small, large % small]
  return (a / large) * b
}
