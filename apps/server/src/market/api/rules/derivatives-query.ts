import { DEFAULT_STAT_ROWS, MAX_STAT_ROWS } from '@flowprint/contract'
import type { LiquidationsQuery, MarketStatsQuery } from '@flowprint/contract'
import { barStart, CYCLES, cycleMsOf } from '@flowprint/orderflow'
import type { CycleName } from '@flowprint/orderflow'
import { AppError, refuse } from '../../../platform/http/app-error.ts'
import type { Fault } from '../../../platform/http/app-error.ts'
import { firstStartAt } from './query.ts'

/** Intervals of a cycle: they begin at `fromMs`, the last one may end after `toMs`. */
export interface IntervalRange {
  readonly intervalMs: number
  readonly fromMs: number
  readonly toMs: number
}

/** Min and max of what is read, ms. */
interface Bounds {
  /** Now, or the cut of a delayed reader. */
  readonly end: number
  /** Start of everything recorded; null: nothing. */
  readonly recordedFrom: number | null
}

/**
 * The requested time within what is recorded.
 * Output  [from, to) with `to` at most `end`, and empty rather than reversed.
 */
export function timeRange(
  { from, to = Infinity }: { readonly from: number; readonly to?: number | undefined },
  end: number,
): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = Math.min(from, end)
  return { fromMs, toMs: Math.max(fromMs, Math.min(to, end)) }
}

/**
 * The intervals that a request is about.
 * Output  `from` rounded down and `to` rounded up to the cycle (weeks from Monday), but never beyond `end`; nothing before the
 *         first recorded interval. Without an interval: the finest cycle of at least `minMs` with at most DEFAULT_STAT_ROWS.
 * Throws  VALIDATION that names the shortest interval, for more than MAX_STAT_ROWS.
 */
export function intervalRange(
  {
    from,
    to = Infinity,
    interval,
  }: { readonly from: number; readonly to?: number | undefined; readonly interval?: CycleName | undefined },
  { end, recordedFrom, minMs }: Bounds & { readonly minMs: number },
): IntervalRange {
  const of = (intervalMs: number): IntervalRange => {
    const fromMs = barStart(Math.min(Math.max(from, recordedFrom ?? end), end), intervalMs)
    const toMs = Math.min(to === Infinity ? to : firstStartAt(to, intervalMs), end)
    return { intervalMs, fromMs, toMs: Math.max(fromMs, toMs) }
  }
  const finest = (max: number): (typeof CYCLES)[number] =>
    CYCLES.find(({ ms }) => ms >= minMs && rowsOf(of(ms)) <= max) ?? CYCLES[CYCLES.length - 1]
  if (interval === undefined) return of(finest(DEFAULT_STAT_ROWS).ms)
  const range = of(cycleMsOf(interval) as number)
  if (rowsOf(range) > MAX_STAT_ROWS) {
    const params = { max: MAX_STAT_ROWS, interval: finest(MAX_STAT_ROWS).value }
    refuse([{ field: 'interval', error: 'TOO_MANY_INTERVALS', params }])
  }
  return range
}

const rowsOf = ({ fromMs, toMs, intervalMs }: IntervalRange): number => Math.ceil((toMs - fromMs) / intervalMs)

/** Starts of the intervals, ascending. */
export const startsOf = (range: IntervalRange): number[] =>
  Array.from({ length: rowsOf(range) }, (_, i) => range.fromMs + i * range.intervalMs)

/** Arguments of /liquidations that exclude each other. */
export function liquidationFaults({
  interval,
  largest,
  after,
}: Pick<LiquidationsQuery, 'interval' | 'largest' | 'after'>): Fault[] {
  const faults: Fault[] = []
  const exclude = (field: string, other: string): void => {
    faults.push({ field, error: 'NOT_TOGETHER', params: { other } })
  }
  if (largest !== undefined && interval !== undefined) exclude('largest', 'interval')
  if (after !== undefined && interval !== undefined) exclude('after', 'interval')
  if (after !== undefined && largest !== undefined) exclude('after', 'largest')
  return faults
}

/** The cursor of a page of liquidations: ts and seq. */
export function readSeqCursor(text: string): { readonly ts: number; readonly seq: number } {
  const match = /^(\d{1,15})_(\d{1,15})$/.exec(text)
  if (match === null) {
    const fault = { field: 'after', error: 'BAD_CURSOR', sentence: 'BAD_SEQ_CURSOR', params: {} } as const
    throw new AppError('VALIDATION', { faults: [fault] })
  }
  return { ts: Number(match[1]), seq: Number(match[2]) }
}

/** Part of a range that is read at once: some ten thousand minutes. */
const PART_MS = 7 * 86_400_000

/** Parts of a range that are read one after another, so that memory stays bounded. */
export function* statParts({
  fromMs,
  toMs,
}: Pick<IntervalRange, 'fromMs' | 'toMs'>): Generator<{ readonly fromMs: number; readonly toMs: number }> {
  for (let at = fromMs; at < toMs; at += PART_MS) yield { fromMs: at, toMs: Math.min(toMs, at + PART_MS) }
}

export type StatsQuery = Pick<MarketStatsQuery, 'from' | 'to' | 'interval'>
