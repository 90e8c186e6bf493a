import { allocateColumns, overflowTable } from '../columns/column-table.ts'
import type { ColumnsOf, ColumnSpec, Mutable } from '../columns/column-table.ts'
import { joinSpans } from '../coverage/coverage.ts'
import type { CoverageSpan } from '../coverage/coverage.ts'
import { addLots, multiplyLots, setLots } from '../units/lots.ts'
import type { Lots } from '../units/lots.ts'
import { barEndAt, checkBarTimes } from './bar-times.ts'
import type { BarTimes } from './bar-times.ts'
import type { LiquidationCover, Liquidations } from './derivatives.ts'

const LIQUIDATION_COLUMNS = {
  /** Quantity of the longs that were closed (forced sells), and of the shorts (forced buys). */
  longLots: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  shortLots: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  /** Sums of price of the order x quantity. */
  longValue: { type: Float64Array, per: 'bar', unit: 'ticks x lots', overflow: true },
  shortValue: { type: Float64Array, per: 'bar', unit: 'ticks x lots', overflow: true },
  count: { type: Uint32Array, per: 'bar', unit: 'count' },
  /** Time of the bar in which liquidations were received; 0: nothing is known, and zeros are not zeros. */
  coveredMs: { type: Float64Array, per: 'bar', unit: 'ms' },
  /** 1: they were received during the whole bar. */
  isCovered: { type: Uint8Array, per: 'bar', unit: '0 or 1' },
  /** 1: there may have been more, because the bar is not covered or the venue does not publish all. */
  isLowerBound: { type: Uint8Array, per: 'bar', unit: '0 or 1' },
} as const satisfies Record<string, ColumnSpec>

const LIQUIDATION_OVERFLOW = overflowTable(LIQUIDATION_COLUMNS)

type SumName = keyof typeof LIQUIDATION_OVERFLOW

/** Liquidations of each bar, as columns. Sums beyond 2^53 - 1 are read with `lotsAt`. */
export interface LiquidationBars extends ColumnsOf<typeof LIQUIDATION_COLUMNS> {
  readonly length: number
  /** Null while every sum is a safe integer. */
  readonly overflow: ColumnsOf<typeof LIQUIDATION_OVERFLOW> | null
}

/**
 * Sums of the liquidations of each bar.
 *
 * Input   liquidations by time; covers in any order, also overlapping. Lots >= 1, prices in ticks >= 1.
 * Output  one entry per bar. A bar is `isCovered` when the covers together contain [start, end), and its sums are exact (not
 *         `isLowerBound`) when those of complete publication do. Liquidations outside the bars are left out, those outside
 *         the covers count.
 * Ties    a liquidation at the start of a bar belongs to it, one at its end does not.
 * Cost    one pass over liquidations, covers and bars, and a sort of the covers.
 * Throws  RangeError for liquidations out of order or bars that do not ascend.
 * Source  docs/formulas/liquidation-volume.md.
 */
export function foldLiquidations(
  liquidations: Liquidations,
  covers: readonly LiquidationCover[],
  bars: BarTimes,
): LiquidationBars {
  checkBarTimes(bars)
  const { ts, price, lots, isLong } = liquidations
  const { length } = bars.starts
  const writer = new SumWriter(length)
  let at = 0
  for (let i = 0; i < length; i++) {
    const end = barEndAt(bars, i)
    let [longLots, shortLots, longValue, shortValue]: Lots[] = [0, 0, 0, 0]
    for (; at < liquidations.length && ts[at] < end; at++) {
      if (at > 0 && ts[at] < ts[at - 1]) throw new RangeError('Condition failed: liquidations are sorted by time')
      if (ts[at] < bars.starts[i]) continue
      const value = multiplyLots(price[at], lots[at])
      writer.columns.count[i]++
      if (isLong[at] === 1) {
        longLots = addLots(longLots, lots[at])
        longValue = addLots(longValue, value)
      } else {
        shortLots = addLots(shortLots, lots[at])
        shortValue = addLots(shortValue, value)
      }
    }
    writer.set('longLots', i, longLots)
    writer.set('shortLots', i, shortLots)
    writer.set('longValue', i, longValue)
    writer.set('shortValue', i, shortValue)
  }
  markCoverage(writer.columns, covers, bars)
  return Object.assign(writer.columns, { length })
}

type SumColumns = Mutable<ColumnsOf<typeof LIQUIDATION_COLUMNS>> & {
  overflow: Mutable<ColumnsOf<typeof LIQUIDATION_OVERFLOW>> | null
}

/** The columns of so many bars; the first sum beyond 2^53 - 1 allocates the remainders. */
class SumWriter {
  readonly columns: SumColumns
  readonly #length: number

  constructor(length: number) {
    this.#length = length
    this.columns = Object.assign(allocateColumns(LIQUIDATION_COLUMNS, { bar: length }), { overflow: null })
  }

  set(name: SumName, i: number, lots: Lots): void {
    if (typeof lots === 'bigint') this.columns.overflow ??= allocateColumns(LIQUIDATION_OVERFLOW, { bar: this.#length })
    setLots(this.columns, name, i, lots)
  }
}

function markCoverage(
  { coveredMs, isCovered, isLowerBound }: SumColumns,
  covers: readonly LiquidationCover[],
  bars: BarTimes,
): void {
  const covered = spansOf(covers)
  const complete = spansOf(covers.filter(({ isComplete }) => isComplete))
  let [from, fromComplete] = [0, 0]
  for (let i = 0; i < bars.starts.length; i++) {
    const start = bars.starts[i]
    const end = barEndAt(bars, i)
    while (from < covered.length && covered[from].toTs <= start) from++
    while (fromComplete < complete.length && complete[fromComplete].toTs <= start) fromComplete++
    coveredMs[i] = overlapOf(covered, from, start, end)
    isCovered[i] = end > start && coveredMs[i] === end - start ? 1 : 0
    isLowerBound[i] = isCovered[i] === 1 && overlapOf(complete, fromComplete, start, end) === end - start ? 0 : 1
  }
}

function spansOf(covers: readonly LiquidationCover[]): CoverageSpan[] {
  return joinSpans(covers.map(({ from, to }) => ({ fromTs: from, toTs: to })))
}

/** Time of [start, end) inside ascending, separate spans, of which the first can be the one at `from`. */
function overlapOf(spans: readonly CoverageSpan[], from: number, start: number, end: number): number {
  let sum = 0
  for (let k = from; k < spans.length && spans[k].fromTs < end; k++) {
    sum += Math.min(spans[k].toTs, end) - Math.max(spans[k].fromTs, start)
  }
  return sum
}
