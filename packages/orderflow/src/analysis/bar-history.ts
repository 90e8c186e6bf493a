import { BAR_COMPLETE, type Bars } from '../bars/bars.ts'
import { barVolume, cellVolume } from '../footprint/lots-of.ts'
import { toLots, type Lots } from '../units/lots.ts'
import { grown } from './growable.ts'
import { LotsColumn } from './lots-column.ts'
import type { UnixMs } from '../units/units.ts'

/** Lookback in bars of all trailing statistics except effort's. */
export const LOOK_BACK = 50

/** Minimum complete bars before a bar for a rule to fire. */
export const MIN_LOOK_BACK = 10

/** A time range without a record, [fromTs, toTs) in ms. */
export interface TimeRange {
  readonly fromTs: UnixMs
  readonly toTs: UnixMs
}

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
  /** Lots, bid + ask. */
  readonly volume = new LotsColumn()
  /** Cells > 0, bid and ask cells counted separately. */
  cells = new Uint32Array(0)
  /** Row of the grouped point of control, and its lots. */
  pocRow = new Int32Array(0)
  readonly pocVolume = new LotsColumn()
  /** Ticks. */
  trueRange = new Float64Array(0)
  /**
   * 1 when the close of the previous existing bar is the price just before the bar: there is such a bar and no gap
   * between.
   */
  follows = new Uint8Array(0)
  /** Indexes of the complete bars, ascending, and their count before each bar. */
  private complete = new Int32Array(0)
  private completeBefore = new Int32Array(0)
  private readonly sorted = new Float64Array(LOOK_BACK)
  private readonly uncovered: readonly TimeRange[]

  constructor(uncovered: readonly TimeRange[]) {
    this.uncovered = uncovered
  }

  /** Reserves capacity for this many bars; existing entries are kept. */
  reserve(length: number): void {
    this.volume.reserve(length)
    this.cells = grown(this.cells, length)
    this.pocRow = grown(this.pocRow, length)
    this.pocVolume.reserve(length)
    this.trueRange = grown(this.trueRange, length)
    this.follows = grown(this.follows, length)
    this.complete = grown(this.complete, length)
    this.completeBefore = grown(this.completeBefore, length)
  }

  /** Adds bar i, whose grouped point of control is `pocRow`; all earlier bars must have been added. */
  take(bars: Bars, i: number, pocRow: number): void {
    const known = i === 0 ? 0 : this.completeBefore[i - 1] + (bars.state[i - 1] === BAR_COMPLETE ? 1 : 0)
    this.completeBefore[i] = known
    // Overwritten by the next bar unless this one is complete.
    this.complete[known] = i
    this.volume.set(i, barVolume(bars, i))
    const follows = this.followsAt(bars, i)
    this.follows[i] = follows ? 1 : 0
    const high = follows ? Math.max(bars.high[i], bars.close[i - 1]) : bars.high[i]
    const low = follows ? Math.min(bars.low[i], bars.close[i - 1]) : bars.low[i]
    this.trueRange[i] = high - low
    this.countCells(bars, i, pocRow)
  }

  /** Number of complete bars before bar i, at most k. */
  count(i: number, k: number): number {
    return Math.min(k, this.completeBefore[i])
  }

  /** Index of the n-th nearest complete bar before bar i; n from 1 to count. */
  nearest(i: number, n: number): number {
    return this.complete[this.completeBefore[i] - n]
  }

  /**
   * Twice the median of a column over the nearest k complete bars before bar i: doubled, the mean of two middle values
   * stays an integer. 0 when there are none.
   */
  doubledMedian(column: LotsColumn, i: number, k: number): Lots {
    const { sorted } = this
    const { values } = column
    const count = this.count(i, k)
    if (count === 0) return 0
    for (let n = 1; n <= count; n++) {
      const value = values[this.nearest(i, n)]
      let at = n - 1
      for (; at > 0 && sorted[at - 1] > value; at--) sorted[at] = sorted[at - 1]
      sorted[at] = value
    }
    const doubled = sorted[(count - 1) >> 1] + sorted[count >> 1]
    // A sum within the bound means both are safe integers, and that they were ordered correctly.
    return doubled <= Number.MAX_SAFE_INTEGER ? doubled : this.exactDoubledMedian(column, i, count)
  }

  private exactDoubledMedian(column: LotsColumn, i: number, count: number): Lots {
    const exact = Array.from({ length: count }, (_, n) => BigInt(column.at(this.nearest(i, n + 1))))
    exact.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    return toLots(exact[(count - 1) >> 1] + exact[count >> 1])
  }

  /** Sum of a column of 32-bit numbers over the nearest k complete bars before bar i. */
  sum(column: Float64Array | Uint32Array, i: number, k: number): number {
    let sum = 0
    const count = this.count(i, k)
    for (let n = 1; n <= count; n++) sum += column[this.nearest(i, n)]
    return sum
  }

  /** Sum of a column of lots over the same bars. */
  sumLots(column: LotsColumn, i: number, k: number): Lots {
    const sum = this.sum(column.values, i, k)
    if (sum <= Number.MAX_SAFE_INTEGER) return sum
    let exact = 0n
    for (let n = 1; n <= this.count(i, k); n++) exact += BigInt(column.at(this.nearest(i, n)))
    return toLots(exact)
  }

  /**
   * There is a gap between two bars when missing time ends after the end of the earlier bar and begins before the later
   * one.
   */
  private followsAt(bars: Bars, i: number): boolean {
    if (i === 0) return false
    const start = Math.floor(bars.t[i])
    // Tick and volume bars end where the next one starts, as far as their starts show.
    const end = bars.cycleMs > 0 ? bars.t[i - 1] + bars.cycleMs : start
    return !this.uncovered.some((range) => range.fromTs < start && range.toTs >= end)
  }

  private countCells(bars: Bars, i: number, pocRow: number): void {
    const { row, cellBid, cellAsk } = bars
    let cells = 0
    let pocVolume: Lots = 0
    for (let k = bars.cellStart[i]; k < bars.cellStart[i + 1]; k++) {
      if (cellBid[k] > 0) cells += 1
      if (cellAsk[k] > 0) cells += 1
      if (row[k] === pocRow) pocVolume = cellVolume(bars, k)
    }
    this.cells[i] = cells
    this.pocRow[i] = pocRow
    this.pocVolume.set(i, pocVolume)
  }
}
