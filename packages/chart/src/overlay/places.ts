import type { Bars } from '@flowprint/orderflow'
import { lowerBoundT } from '@flowprint/orderflow'
import type { ColumnScale } from '../layout/columns.ts'
import type { RowScale } from '../layout/vertical.ts'
import { rowAt, tickY } from '../layout/vertical.ts'

/** Part of a column, device px from its left edge. */
export interface ColumnLane {
  readonly left: number
  readonly width: number
}

/**
 * Where bars, times and prices lie in the main pane of one frame, and back. Device px; prices in ticks, with fraction
 * where a place between two is meant.
 */
export class Places {
  readonly #bars: Bars
  readonly #columns: ColumnScale
  readonly #rows: RowScale
  readonly #first: number
  readonly #lane: ColumnLane | null

  /** `lane`: where numbers are drawn, the part of a column that marks have for themselves. */
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

  /** Middle of the column of a bar; indices beyond the loaded bars, and fractions, go on in the same steps. */
  xOfBar(index: number): number {
    return this.xOfEdge(index) + this.#columns.spacing / 2
  }

  /** Left edge of the column of a bar. */
  xOfEdge(index: number): number {
    return this.#columns.origin + (this.#first + index - this.#columns.anchor) * this.#columns.spacing
  }

  /** Middle and width of the room for marks beside a bar's cells; null where no numbers are drawn that a mark could cover. */
  laneOf(index: number): { readonly x: number; readonly width: number } | null {
    const lane = this.#lane
    return lane && { x: Math.round(this.xOfEdge(index)) + lane.left + lane.width / 2, width: lane.width }
  }

  /** The bar whose column holds x; may lie beyond the loaded bars. */
  barAt(x: number): number {
    return Math.floor((x - this.#columns.origin) / this.#columns.spacing) + this.#columns.anchor - this.#first
  }

  /**
   * Index of the bar that holds a time, with the part of it that has passed; before the first and after the last bar it
   * goes on in steps of the cycle (of the mean bar where bars have no fixed length).
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

  /** Start of the bar at an index; beyond the loaded bars in steps of the cycle. */
  timeOfIndex(index: number): number {
    const { t, length } = this.#bars
    if (length === 0) return 0
    const whole = Math.floor(index)
    const nearest = Math.min(length - 1, Math.max(0, whole))
    return t[nearest] + (whole - nearest) * this.#span()
  }

  /** Middle of the column of the bar that holds a time. */
  xOfTime(t: number): number {
    return this.xOfBar(Math.floor(this.indexOfTime(t)))
  }

  /** Start of the bar whose column holds x. */
  timeAt(x: number): number {
    return this.timeOfIndex(this.barAt(x))
  }

  /** A price's place: the middle of its tick. */
  yOfTick(tick: number): number {
    return tickY(this.#rows, tick, this.#bars.step)
  }

  /** Lower edge of a tick: rows of a profile go from the edge of their first to that of the next row's first tick. */
  yOfTickEdge(tick: number): number {
    return this.#rows.origin - (tick / this.#bars.step) * this.#rows.rowPx
  }

  /** Price at y in ticks, with fraction; `Math.round` gives the tick whose middle is nearest. */
  tickAt(y: number): number {
    return rowAt(this.#rows, y) * this.#bars.step - 0.5
  }

  /** What a bar lasts: the cycle, or the mean where bars have none. */
  #span(): number {
    const { cycleMs, t, length } = this.#bars
    if (cycleMs > 0) return cycleMs
    return length > 1 ? Math.max(1, (t[length - 1] - t[0]) / (length - 1)) : 60_000
  }
}
