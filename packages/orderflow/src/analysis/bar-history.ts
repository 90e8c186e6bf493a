import { BAR_COMPLETE } from '../bars/bars.ts'
import type { Bars } from '../bars/bars.ts'
import { barVolume, cellVolume } from '../bars/bar-lots.ts'
import { GrowingColumns } from '../columns/column-table.ts'
import type { ColumnSpec } from '../columns/column-table.ts'
import { bigLotsAt, toLots } from '../units/lots.ts'
import type { Lots, LotsColumns } from '../units/lots.ts'
import type { UnixMs } from '../units/units.ts'

/** Lookback in bars of all trailing statistics except effort's. */
export const LOOKBACK = 50

/** Minimum complete bars before a bar for a rule to fire. */
export const MIN_LOOK_BACK = 10

/** A time range without a record, [fromTs, toTs) in ms. */
export interface TimeRange {
  readonly fromTs: UnixMs
  readonly toTs: UnixMs
}

/** What the rules remember of each bar. */
const HISTORY_COLUMNS = {
  /** Bid + ask. */
  volume: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  /** Cells > 0, bid and ask cells counted separately. */
  cells: { type: Uint32Array, per: 'bar', unit: 'cells' },
  /** The grouped point of control, and its lots. */
  pocRow: { type: Int32Array, per: 'bar', unit: 'rows' },
  pocVolume: { type: Float64Array, per: 'bar', unit: 'lots', overflow: true },
  trueRange: { type: Float64Array, per: 'bar', unit: 'ticks' },
  /**
   * 1 when the close of the previous existing bar is the price just before the bar: there is such a bar and no gap
   * between.
   */
  follows: { type: Uint8Array, per: 'bar', unit: 'flag' },
  /** Indexes of the complete bars, ascending. */
  complete: { type: Int32Array, per: 'bar', unit: 'index' },
  /** Their count before each bar. */
  completeBefore: { type: Int32Array, per: 'bar', unit: 'count' },
} as const satisfies Record<string, ColumnSpec>

/**
 * State of the rules about earlier bars: per-bar sums, the list of complete bars, medians over the nearest K.
 *
 * "The nearest K complete bars before t" excludes t; bars without trades do not exist; incomplete, repairing and open
 * ones are skipped; if there are fewer than K, all of them. Bars are added by ascending index; adding an index again
 * replaces it and drops everything after it.
 * Cost    take: one pass over the cells of the bar. Median: an insertion sort of K numbers.
 * Source  docs/formulas/imbalance.md, section "Looking back".
 */
export class BarHistory {
  readonly #table = new GrowingColumns(HISTORY_COLUMNS)
  readonly columns = this.#table.columns
  readonly #sorted = new Float64Array(LOOKBACK)
  readonly #uncovered: readonly TimeRange[]

  constructor(uncovered: readonly TimeRange[]) {
    this.#uncovered = uncovered
  }

  /** Reserves capacity for this many bars; existing entries are kept. */
  reserve(length: number): void {
    this.#table.reserve('bar', length)
  }

  /** Adds bar i, whose grouped point of control is `pocRow`; all earlier bars must have been added. */
  take(bars: Bars, i: number, pocRow: number): void {
    const { columns } = this
    const known = i === 0 ? 0 : columns.completeBefore[i - 1] + (bars.state[i - 1] === BAR_COMPLETE ? 1 : 0)
    columns.completeBefore[i] = known
    // Overwritten by the next bar unless this one is complete.
    columns.complete[known] = i
    this.#table.setLots('volume', i, barVolume(bars, i))
    const follows = this.#followsAt(bars, i)
    columns.follows[i] = follows ? 1 : 0
    const high = follows ? Math.max(bars.high[i], bars.close[i - 1]) : bars.high[i]
    const low = follows ? Math.min(bars.low[i], bars.close[i - 1]) : bars.low[i]
    columns.trueRange[i] = high - low
    this.#countCells(bars, i, pocRow)
  }

  /** Number of complete bars before bar i, at most k. */
  count(i: number, k: number): number {
    return Math.min(k, this.columns.completeBefore[i])
  }

  /** Index of the n-th nearest complete bar before bar i; n from 1 to count. */
  nearest(i: number, n: number): number {
    const { complete, completeBefore } = this.columns
    return complete[completeBefore[i] - n]
  }

  /**
   * Twice the median of a column of bars over the nearest k complete bars before bar i: doubled, the mean of two middle
   * values stays an integer. 0 when there are none.
   */
  doubledMedian<Name extends string>(columns: LotsColumns<Name>, name: Name, i: number, k: number): Lots {
    const sorted = this.#sorted
    const values = columns[name]
    const count = this.count(i, k)
    if (values === null || count === 0) return 0
    for (let n = 1; n <= count; n++) {
      const value = values[this.nearest(i, n)]
      let at = n - 1
      for (; at > 0 && sorted[at - 1] > value; at--) sorted[at] = sorted[at - 1]
      sorted[at] = value
    }
    const doubled = sorted[(count - 1) >> 1] + sorted[count >> 1]
    // A sum within the bound means both are safe integers, and that they were ordered correctly.
    return doubled <= Number.MAX_SAFE_INTEGER ? doubled : this.#exactDoubledMedian(columns, name, i, count)
  }

  #exactDoubledMedian<Name extends string>(columns: LotsColumns<Name>, name: Name, i: number, count: number): Lots {
    const exact = Array.from({ length: count }, (_, n) => bigLotsAt(columns, name, this.nearest(i, n + 1)))
    exact.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    return toLots(exact[(count - 1) >> 1] + exact[count >> 1])
  }

  /** Sum of a column over the nearest k complete bars before bar i, in doubles. */
  sum(name: 'trueRange' | 'cells' | 'volume', i: number, k: number): number {
    const column = this.columns[name]
    let sum = 0
    const count = this.count(i, k)
    for (let n = 1; n <= count; n++) sum += column[this.nearest(i, n)]
    return sum
  }

  /** Sum of a column of lots over the same bars. */
  sumLots(name: 'volume', i: number, k: number): Lots {
    const sum = this.sum(name, i, k)
    if (sum <= Number.MAX_SAFE_INTEGER) return sum
    let exact = 0n
    for (let n = 1; n <= this.count(i, k); n++) exact += bigLotsAt(this.columns, name, this.nearest(i, n))
    return toLots(exact)
  }

  /**
   * There is a gap between two bars when missing time ends after the end of the earlier bar and begins before the later
   * one.
   */
  #followsAt(bars: Bars, i: number): boolean {
    if (i === 0) return false
    const start = Math.floor(bars.t[i])
    // Tick and volume bars end where the next one starts, as far as their starts show.
    const end = bars.cycleMs > 0 ? bars.t[i - 1] + bars.cycleMs : start
    return !this.#uncovered.some((range) => range.fromTs < start && range.toTs >= end)
  }

  #countCells(bars: Bars, i: number, pocRow: number): void {
    const { row, cellBid, cellAsk } = bars
    let cells = 0
    let pocVolume: Lots = 0
    for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
      if (cellBid[k] > 0) cells += 1
      if (cellAsk[k] > 0) cells += 1
      if (row[k] === pocRow) pocVolume = cellVolume(bars, k)
    }
    this.columns.cells[i] = cells
    this.columns.pocRow[i] = pocRow
    this.#table.setLots('pocVolume', i, pocVolume)
  }
}

/** Events on bars, in order, that can be truncated at any bar. */
export class EventList<T> {
  private readonly items: T[] = []
  private readonly bars: number[] = []
  private listed: readonly T[] | null = null

  push(bar: number, item: T): void {
    this.items.push(item)
    this.bars.push(bar)
    this.listed = null
  }

  /** Drops the events of the bars from `bar` on. */
  rewind(bar: number): void {
    while (this.bars.length > 0 && this.bars[this.bars.length - 1] >= bar) {
      this.bars.pop()
      this.items.pop()
      this.listed = null
    }
  }

  /** Immutable; the same array until something changes. */
  list(): readonly T[] {
    this.listed ??= this.items.slice()
    return this.listed
  }
}
