import type { LiquidationsQuery } from '@flowprint/contract'
import { barStart, MINUTE_MS, cycleMsOf } from '@flowprint/orderflow'
import type { LiquidationCover, Liquidations } from '@flowprint/orderflow'
import type { DerivativesHead, DerivativesStore, Instrument, LiquidationSums, MinuteStat } from '../store/index.ts'
import type { ReadBudget } from '../store/index.ts'
import { intervalRange, readSeqCursor, startsOf, statParts, timeRange } from './rules/derivatives-query.ts'
import type { IntervalRange, StatsQuery } from './rules/derivatives-query.ts'

/** What the calls need of the derivatives store. */
export type DerivativesReads = Pick<
  DerivativesStore,
  'readHead' | 'readLiquidations' | 'readLargest' | 'readSums' | 'readCoverage' | 'readStats'
>

/** Cost of reading a row of the tables, in units of a cell. */
const ROW_UNITS = 5

export interface DerivativesRead {
  /** Delayed reader: nothing at or after it, ms. */
  readonly cut: number | undefined
  readonly nowMs: number
  readonly budget: ReadBudget
}

export interface LoadedLiquidations {
  readonly fromMs: number
  readonly toMs: number
  readonly lastSeq: number
  readonly coverage: readonly LiquidationCover[]
  /** The newest coverage that the reader may see; null: none. */
  readonly newest: LiquidationCover | null
  /** Null: sums were asked for. */
  readonly list: Liquidations | null
  readonly sums: readonly LiquidationSums[]
  /** There are more rows after the last one. */
  readonly hasNext: boolean
}

/**
 * The answer of /liquidations. The head is read first, so that the rows contain everything up to its seq.
 * Throws  VALIDATION for too many intervals and for an unreadable cursor.
 */
export async function loadLiquidations(
  store: DerivativesReads,
  instrument: Instrument,
  query: LiquidationsQuery,
  { cut, nowMs, budget }: DerivativesRead,
): Promise<LoadedLiquidations> {
  const { interval, largest, limit = 1000 } = query
  const after = query.after === undefined ? undefined : readSeqCursor(query.after)
  const head = await store.readHead(instrument, cut)
  const end = cut ?? nowMs
  const intervals =
    interval === undefined
      ? null
      : intervalRange(query, { end, recordedFrom: head?.fromMs ?? null, minMs: cycleMsOf(interval) as number })
  const { fromMs, toMs } = intervals ?? timeRange(query, end)
  const answer = { fromMs, toMs, lastSeq: head?.lastSeq ?? 0, list: null, sums: [], hasNext: false }
  if (head === null) return { ...answer, coverage: [], newest: null, list: interval === undefined ? NONE : null }
  const coverage = await store.readCoverage(instrument, { fromMs, toMs, cut })
  budget.spend(coverage.length * ROW_UNITS)
  const base = { ...answer, coverage, newest: await newestCover(store, instrument, head, cut) }
  if (intervals !== null) {
    const starts = startsOf(intervals)
    budget.spend(starts.length * ROW_UNITS)
    return { ...base, sums: starts.length === 0 ? [] : await store.readSums(instrument, { starts, endMs: toMs, cut }) }
  }
  if (largest !== undefined) {
    budget.spend(largest * ROW_UNITS)
    return { ...base, list: await store.readLargest(instrument, { fromMs, toMs, cut, count: largest }) }
  }
  budget.spend(limit * ROW_UNITS)
  // One more shows whether there is another page.
  const rows = await store.readLiquidations(instrument, { fromMs, toMs, cut, limit: limit + 1, after })
  return { ...base, list: firstRows(rows, limit), hasNext: rows.length > limit }
}

const firstRows = ({ length, seq, ts, price, lots, isLong }: Liquidations, count: number): Liquidations => ({
  length: Math.min(length, count),
  seq: seq.subarray(0, count),
  ts: ts.subarray(0, count),
  price: price.subarray(0, count),
  lots: lots.subarray(0, count),
  isLong: isLong.subarray(0, count),
})

const NONE: Liquidations = {
  length: 0,
  seq: new Float64Array(0),
  ts: new Float64Array(0),
  price: new Float64Array(0),
  lots: new Float64Array(0),
  isLong: new Uint8Array(0),
}

async function newestCover(
  store: DerivativesReads,
  instrument: Instrument,
  { untilMs }: DerivativesHead,
  cut: number | undefined,
): Promise<LiquidationCover | null> {
  if (untilMs === null) return null
  const newest = await store.readCoverage(instrument, { fromMs: untilMs - 1, toMs: untilMs, cut })
  return newest.at(-1) ?? null
}

/** The minutes of one interval. */
export interface StatInterval {
  readonly t: number
  readonly minutes: readonly MinuteStat[]
}

export interface LoadedStats {
  readonly range: IntervalRange
  /** Oldest first; intervals without any minute are left out. */
  readonly intervals: readonly StatInterval[]
}

/**
 * The minutes of /open_interest and /funding by interval.
 * Throws  VALIDATION for too many intervals.
 */
export async function loadStats(
  store: DerivativesReads,
  instrument: Instrument,
  query: StatsQuery,
  { cut, nowMs, budget }: DerivativesRead,
): Promise<LoadedStats> {
  const head = await store.readHead(instrument, cut)
  const range = intervalRange(query, { end: cut ?? nowMs, recordedFrom: head?.fromMs ?? null, minMs: MINUTE_MS })
  const intervals: { readonly t: number; readonly minutes: MinuteStat[] }[] = []
  for (const part of statParts(range)) {
    budget.spend(Math.ceil((part.toMs - part.fromMs) / MINUTE_MS) * ROW_UNITS)
    for (const minute of await store.readStats(instrument, { ...part, cut })) {
      const t = barStart(minute.minute, range.intervalMs)
      const last = intervals.at(-1)
      if (last?.t === t) last.minutes.push(minute)
      else intervals.push({ t, minutes: [minute] })
    }
  }
  return { range, intervals }
}
