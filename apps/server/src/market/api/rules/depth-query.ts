import { DEFAULT_DEPTH_COLUMNS, DEPTH_INTERVALS, MAX_DEPTH_COLUMNS } from '@flowprint/contract'
import type { DepthInterval, DepthQuery } from '@flowprint/contract'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseFraction } from '@flowprint/orderflow'
import type { BookSnapshot, DepthColumns, KnownWindow } from '@flowprint/orderflow'
import { refuse } from '../../../platform/http/app-error.ts'
import type { Fault } from '../../../platform/http/app-error.ts'

/** Ranges older than this have no columns of one second, and then none of five: docs/decisions/order-book.md, Storage. */
const SECONDS_KEPT_MS = 30 * DAY_MS
const FIVE_SECONDS_KEPT_MS = 365 * DAY_MS

/** Whole intervals, ms. */
export interface DepthRange {
  readonly intervalMs: number
  readonly fromMs: number
  readonly toMs: number
}

export const intervalMsOf = (name: DepthInterval): number =>
  (DEPTH_INTERVALS.find(({ value }) => value === name) as (typeof DEPTH_INTERVALS)[number]).ms

/**
 * The columns that a request is about.
 * Input   end: now, or the cut of a delayed reader, ms. recordedFrom: start of the recorded depth, ms; null: none.
 * Output  `from` rounded down and `to` rounded up to the interval; nothing before the first recorded interval, and no interval
 *         that ends after `end`. Without an interval: the finest one that is stored for the whole range and has at most
 *         DEFAULT_DEPTH_COLUMNS columns, else the longest.
 * Throws  VALIDATION that names the smallest interval, for more than `maxColumns` columns.
 */
export function depthRange(
  { from, to = Infinity, interval }: Pick<DepthQuery, 'from' | 'to' | 'interval'>,
  {
    nowMs,
    end,
    recordedFrom,
    maxColumns = MAX_DEPTH_COLUMNS,
  }: {
    readonly nowMs: number
    readonly end: number
    readonly recordedFrom: number | null
    readonly maxColumns?: number
  },
): DepthRange {
  const of = (intervalMs: number): DepthRange => {
    const fromMs = floorTo(Math.max(from, Math.min(recordedFrom ?? end, end)), intervalMs)
    const toMs = Math.min(Math.ceil(to / intervalMs) * intervalMs, floorTo(end, intervalMs))
    return { intervalMs, fromMs, toMs: Math.max(fromMs, toMs) }
  }
  const finest = (max: number): (typeof DEPTH_INTERVALS)[number] =>
    DEPTH_INTERVALS.find(({ ms }) => columnsOf(of(ms)) <= max) ?? DEPTH_INTERVALS[DEPTH_INTERVALS.length - 1]
  if (interval === undefined) {
    const { fromMs } = of(1_000)
    const stored = fromMs < nowMs - FIVE_SECONDS_KEPT_MS ? MINUTE_MS : fromMs < nowMs - SECONDS_KEPT_MS ? 5_000 : 1_000
    return of(Math.max(stored, finest(DEFAULT_DEPTH_COLUMNS).ms))
  }
  const range = of(intervalMsOf(interval))
  if (columnsOf(range) > maxColumns) {
    const params = { max: maxColumns, interval: finest(maxColumns).value }
    refuse([{ field: 'interval', error: 'TOO_MANY_COLUMNS', params }])
  }
  return range
}

const floorTo = (t: number, unit: number): number => Math.floor(t / unit) * unit

export const columnsOf = ({ fromMs, toMs, intervalMs }: DepthRange): number => (toMs - fromMs) / intervalMs

/** Time of one row of the tier that an interval is made from, ms, and the interval of the tier. */
const tierOf = (intervalMs: number): { readonly rowMs: number; readonly columnMs: number } => {
  if (intervalMs % MINUTE_MS === 0) return { rowMs: DAY_MS, columnMs: MINUTE_MS }
  if (intervalMs % 5_000 === 0) return { rowMs: HOUR_MS, columnMs: 5_000 }
  return { rowMs: 5 * MINUTE_MS, columnMs: 1_000 }
}

/** Parts of a range that are read one after another: whole rows of the tier, so that memory stays bounded. */
export function* depthParts({
  fromMs,
  toMs,
  intervalMs,
}: DepthRange): Generator<DepthRange & { sourceColumns: number }> {
  const { rowMs, columnMs } = tierOf(intervalMs)
  for (let at = fromMs; at < toMs;) {
    const next = Math.min(toMs, floorTo(at, rowMs) + rowMs)
    yield { intervalMs, fromMs: at, toMs: next, sourceColumns: (next - at) / columnMs }
    at = next
  }
}

/** Requested prices, inclusive, ticks. */
export interface PriceRange {
  readonly low: number
  readonly high: number
}

interface PriceArguments {
  readonly low?: string | undefined
  readonly high?: string | undefined
}

/** The ticks of the requested prices; null: all. */
export function priceRange({ low, high }: PriceArguments, tickSize: string): PriceRange | null {
  if (low === undefined && high === undefined) return null
  return {
    low: low === undefined ? -Number.MAX_SAFE_INTEGER : ticksOf(low, tickSize, 1n),
    high: high === undefined ? Number.MAX_SAFE_INTEGER : ticksOf(high, tickSize, 0n),
  }
}

export function priceFaults({ low, high }: PriceArguments): Fault[] {
  if (low === undefined || high === undefined) return []
  const [a, b] = [parseFraction(low), parseFraction(high)]
  return b.num * a.den < a.num * b.den ? [{ field: 'high', error: 'BAD_PRICE_RANGE', params: {} }] : []
}

/** A price in ticks, rounded down, or up for `up` = 1; prices beyond all ticks become the last one. */
function ticksOf(price: string, tickSize: string, up: 0n | 1n): number {
  const [asked, tick] = [parseFraction(price), parseFraction(tickSize)]
  const numerator = asked.num * tick.den
  const denominator = asked.den * tick.num
  const ticks = (numerator + up * (denominator - 1n)) / denominator
  return ticks > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(ticks)
}

/** The part of a window inside a range; what was cut away is unknown to the reader. */
const intersect = (window: KnownWindow, { low, high }: PriceRange): KnownWindow => {
  const cut = { low: Math.max(window.low, low), high: Math.min(window.high, high) }
  return cut.low > cut.high ? { low: 0, high: -1 } : cut
}

/** The levels of a book within a price range. */
export function cutBook(snapshot: BookSnapshot, range: PriceRange | null): BookSnapshot {
  if (range === null) return snapshot
  const cut = (ticks: Float64Array, lots: Float64Array): [Float64Array, Float64Array] => {
    const isInside = (_: number, i: number): boolean => ticks[i] >= range.low && ticks[i] <= range.high
    return [ticks.filter(isInside), lots.filter(isInside)]
  }
  const [bidTicks, bidLots] = cut(snapshot.bidTicks, snapshot.bidLots)
  const [askTicks, askLots] = cut(snapshot.askTicks, snapshot.askLots)
  return { t: snapshot.t, window: intersect(snapshot.window, range), bidTicks, bidLots, askTicks, askLots }
}

/** The rows of columns that overlap a price range. */
export function cutColumns(columns: DepthColumns, range: PriceRange | null): DepthColumns {
  if (range === null) return columns
  const { step, length } = columns
  const rows = { low: Math.floor(range.low / step), high: Math.floor(range.high / step) }
  const cellEnd = new Uint32Array(length)
  const lowRow = new Float64Array(length)
  const highRow = new Float64Array(length)
  const kept: number[] = []
  for (let i = 0, k = 0; i < length; i++) {
    for (; k < columns.cellEnd[i]; k++) if (columns.row[k] >= rows.low && columns.row[k] <= rows.high) kept.push(k)
    cellEnd[i] = kept.length
    const known = intersect({ low: columns.lowRow[i], high: columns.highRow[i] }, rows)
    lowRow[i] = known.low
    highRow[i] = known.high
  }
  const pick = (values: Float64Array): Float64Array => Float64Array.from(kept, (k) => values[k])
  return {
    ...columns,
    lowRow,
    highRow,
    cellEnd,
    side: Uint8Array.from(kept, (k) => columns.side[k]),
    row: pick(columns.row),
    lots: pick(columns.lots),
    up: pick(columns.up),
    sum: pick(columns.sum),
    min: pick(columns.min),
    max: pick(columns.max),
  }
}
