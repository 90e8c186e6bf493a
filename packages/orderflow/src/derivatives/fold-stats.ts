import { allocateColumns, lowerBound } from '../columns/column-table.ts'
import type { ColumnsOf, ColumnSpec } from '../columns/column-table.ts'
import { MINUTE_MS } from '../time.ts'
import type { UnixMs } from '../units/units.ts'
import { barEndAt, checkBarTimes } from './bar-times.ts'
import type { BarTimes } from './bar-times.ts'
import type { MarketStats } from './derivatives.ts'

const STAT_COLUMNS = {
  /** First, highest, lowest and last open interest of the bar's minutes; NaN: none was received. */
  open: { type: Float64Array, per: 'bar', unit: 'base units or contracts' },
  high: { type: Float64Array, per: 'bar', unit: 'base units or contracts' },
  low: { type: Float64Array, per: 'bar', unit: 'base units or contracts' },
  close: { type: Float64Array, per: 'bar', unit: 'base units or contracts' },
  /** Open interest at the end of the bar minus that at its start; NaN: one of them is unknown. */
  change: { type: Float64Array, per: 'bar', unit: 'base units or contracts' },
  /** Minutes with an open interest. */
  minutes: { type: Uint32Array, per: 'bar', unit: 'minutes' },
  /** The last values received in the bar; NaN: none. */
  fundingRate: { type: Float64Array, per: 'bar', unit: 'share of the position' },
  nextFundingMs: { type: Float64Array, per: 'bar', unit: 'ms' },
  markPrice: { type: Float64Array, per: 'bar', unit: 'quote units' },
  indexPrice: { type: Float64Array, per: 'bar', unit: 'quote units' },
} as const satisfies Record<string, ColumnSpec>

/** Open interest, funding, mark and index price of each bar, as columns. */
export interface StatBars extends ColumnsOf<typeof STAT_COLUMNS> {
  readonly length: number
}

/**
 * Values of each bar from those of the minutes.
 *
 * Input   stats: the minutes that were received, ascending without repeats, at multiples of 60,000 ms.
 * Output  a minute belongs to the bar that contains its last millisecond; one that `end` cuts belongs to the last bar. The
 *         value at a moment is that of the last minute that is over then, at `end` of the cut one once it is received, and NaN
 *         when exactly this minute is missing: nothing is carried over a gap. `change` is NaN as well in a bar without a minute (bars
 *         shorter than a minute). Differences of the nearest doubles are not rounded.
 * Ties    a minute that ends where a bar starts belongs to the bar before and is the value at the start.
 * Cost    one pass over the minutes and a search per bar.
 * Throws  RangeError for minutes out of order or between minutes, or bars that do not ascend.
 * Source  docs/formulas/open-interest-change.md.
 */
export function foldStats(stats: MarketStats, bars: BarTimes): StatBars {
  checkBarTimes(bars)
  checkMinutes(stats)
  const { starts, end } = bars
  const { t, openInterest } = stats
  const columns = allocateColumns(STAT_COLUMNS, { bar: starts.length })
  const { open, high, low, close, change, minutes, fundingRate, nextFundingMs, markPrice, indexPrice } = columns
  for (const column of [open, high, low, close, change, fundingRate, nextFundingMs, markPrice, indexPrice]) {
    column.fill(Number.NaN)
  }
  for (let i = 0; i < starts.length; i++) {
    const barEnd = barEndAt(bars, i)
    let k = lowerBound(t, stats.length, starts[i] - MINUTE_MS + 1)
    for (; barEnd > starts[i] && k < stats.length && sampledAt(t[k], end) < barEnd; k++) {
      if (!Number.isNaN(stats.fundingRate[k])) fundingRate[i] = stats.fundingRate[k]
      if (!Number.isNaN(stats.nextFundingMs[k])) nextFundingMs[i] = stats.nextFundingMs[k]
      if (!Number.isNaN(stats.markPrice[k])) markPrice[i] = stats.markPrice[k]
      if (!Number.isNaN(stats.indexPrice[k])) indexPrice[i] = stats.indexPrice[k]
      const value = openInterest[k]
      if (Number.isNaN(value)) continue
      if (minutes[i]++ === 0) open[i] = high[i] = low[i] = value
      high[i] = Math.max(high[i], value)
      low[i] = Math.min(low[i], value)
      close[i] = value
    }
    if (minutes[i] > 0) change[i] = openInterestAt(stats, barEnd, end) - openInterestAt(stats, starts[i], end)
  }
  return Object.assign(columns, { length: starts.length })
}

/** The moment whose bar a minute belongs to: its last millisecond; of a minute that is cut, the last known one. */
function sampledAt(t: UnixMs, end: UnixMs): UnixMs {
  return t < end ? Math.min(t + MINUTE_MS, end) - 1 : t
}

/** Open interest at a moment: of the minute that is cut at `end`, else of the last minute that is over. */
function openInterestAt(stats: MarketStats, at: UnixMs, end: UnixMs): number {
  const current = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const value = at === end && at > current ? openInterestOf(stats, current) : Number.NaN
  return Number.isNaN(value) ? openInterestOf(stats, current - MINUTE_MS) : value
}

function openInterestOf({ t, length, openInterest }: MarketStats, minute: UnixMs): number {
  const k = lowerBound(t, length, minute)
  return k < length && t[k] === minute ? openInterest[k] : Number.NaN
}

function checkMinutes({ t, length }: MarketStats): void {
  for (let k = 0; k < length; k++) {
    if (t[k] % MINUTE_MS !== 0 || (k > 0 && t[k] <= t[k - 1])) {
      throw new RangeError(`Condition failed: whole minutes that ascend, had ${t[k]}`)
    }
  }
}
