import { type Bars, lowerBoundT } from '@flowprint/orderflow'
import type { ColumnScale } from '../layout/columns.ts'
import { rowAt, type RowScale, tickY } from '../layout/vertical.ts'

/** Part of a column, device px from its left edge. */
export interface ColumnLane {
  readonly left: number
  readonly width: number
}

/**
 * Converts between bars, times and prices and their positions in the main pane of one frame. Device px; prices in
 * ticks, fractional between two ticks.
 */
export class Coordinates {
  readonly #bars: Bars
  readonly #columns: ColumnScale
  readonly #rows: RowScale
  readonly #first: number
  readonly #lane: ColumnLane | null

  /** `lane`: the part of a column reserved for marks, where numbers are drawn. */
  constructor(bars: Bars, firstSequence: number, columns: ColumnScale, rows: RowScale, lane: ColumnLane | null = null) {
    this.#bars = bars
    this.#columns = columns
    this.#rows = rows
    this.#first = firstSequence
    this.#lane = lane
  }

  /** Width of a bar's column. */
  get columnPx(): number {
    return this.#columns.spacing
  }

  /** Height of one tick. */
  get tickPx(): number {
    return this.#rows.rowPx / this.#bars.step
  }

  /** Middle of the column of a bar; indices beyond the loaded bars, and fractions, are extrapolated. */
  xOfBar(index: number): number {
    return this.xOfEdge(index) + this.#columns.spacing / 2
  }

  /** Left edge of the column of a bar. */
  xOfEdge(index: number): number {
    return this.#columns.origin + (this.#first + index - this.#columns.anchor) * this.#columns.spacing
  }

  /**
   * Middle and width of the lane for marks next to a bar's cells; null if no numbers are drawn that a mark could cover.
   */
  laneOf(index: number): { readonly x: number; readonly width: number } | null {
    const lane = this.#lane
    return lane && { x: Math.round(this.xOfEdge(index)) + lane.left + lane.width / 2, width: lane.width }
  }

  /** The bar whose column contains x; may be beyond the loaded bars. */
  barAt(x: number): number {
    return Math.floor((x - this.#columns.origin) / this.#columns.spacing) + this.#columns.anchor - this.#first
  }

  /**
   * Index of the bar that contains a time, plus the elapsed fraction of it; before the first and after the last bar it
   * is extrapolated in steps of the cycle (of the mean bar where bars have no fixed length).
   */
  indexOfTime(t: number): number {
    const { t: starts, length } = this.#bars
    if (length === 0) return 0
    const span = this.#span()
    if (t < starts[0]) return (t - starts[0]) / span
    const after = lowerBoundT(this.#bars, t)
    const at = after < length && starts[after] === t ? after : after - 1
    const end = at + 1 < length ? Math.min(starts[at + 1], starts[at] + span) : starts[at] + span
    const part = (t - starts[at]) / (end - starts[at])
    return at + (at === length - 1 ? part : Math.min(part, 1 - 1e-9))
  }

  /** Start of the bar at an index; extrapolated beyond the loaded bars in steps of the cycle. */
  timeOfIndex(index: number): number {
    const { t, length } = this.#bars
    if (length === 0) return 0
    const whole = Math.floor(index)
    const nearest = Math.min(length - 1, Math.max(0, whole))
    return t[nearest] + (whole - nearest) * this.#span()
  }

  /** Middle of the column of the bar that contains a time. */
  xOfTime(t: number): number {
    return this.xOfBar(Math.floor(this.indexOfTime(t)))
  }

  /** Start of the bar whose column contains x. */
  timeAt(x: number): number {
    return this.timeOfIndex(this.barAt(x))
  }

  /** Position of a price: the middle of its tick. */
  yOfTick(tick: number): number {
    return tickY(this.#rows, tick, this.#bars.step)
  }

  /** Lower edge of a tick: a profile row spans from the edge of its first tick to that of the next row's first tick. */
  yOfTickEdge(tick: number): number {
    return this.#rows.origin - (tick / this.#bars.step) * this.#rows.rowPx
  }

  /** Price at y in fractional ticks; `Math.round` gives the tick whose middle is nearest. */
  tickAt(y: number): number {
    return rowAt(this.#rows, y) * this.#bars.step - 0.5
  }

  /** Duration of a bar: the cycle, or the mean where bars have no fixed length. */
  #span(): number {
    const { cycleMs, t, length } = this.#bars
    if (cycleMs > 0) return cycleMs
    return length > 1 ? Math.max(1, (t[length - 1] - t[0]) / (length - 1)) : 60_000
  }
}
