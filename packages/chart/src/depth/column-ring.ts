import { COLUMN_MISSING, type DepthColumns } from '@flowprint/orderflow'

/** Columns kept by default: about one per device pixel of a wide screen. */
export const DEFAULT_CAPACITY = 2_048

/**
 * The newest columns by number: column n starts at `phase + n * intervalMs`. Columns are referenced, not copied; a number
 * without one is missing.
 */
export class ColumnRing {
  readonly capacity: number
  readonly #parts: (DepthColumns | null)[]
  readonly #index: Int32Array
  #first = 0
  #end = 0
  #phase = 0
  #intervalMs = 0
  #step = 0

  constructor(capacity: number) {
    if (!(Number.isInteger(capacity) && capacity > 0)) {
      throw new RangeError(`Condition failed: a capacity of at least one column, had ${capacity}`)
    }
    this.capacity = capacity
    this.#parts = Array.from({ length: capacity }, () => null)
    this.#index = new Int32Array(capacity)
  }

  /** Number of the oldest column. */
  get first(): number {
    return this.#first
  }

  /** Number after the newest column; equal to `first` when there are none. */
  get end(): number {
    return this.#end
  }

  get intervalMs(): number {
    return this.#intervalMs
  }

  /** Ticks per row. */
  get step(): number {
    return this.#step
  }

  startOf(column: number): number {
    return this.#phase + column * this.#intervalMs
  }

  /** The column, with its fraction, at a time. */
  columnAt(t: number): number {
    return this.#intervalMs === 0 ? 0 : (t - this.#phase) / this.#intervalMs
  }

  clear(): void {
    this.#parts.fill(null)
    this.#first = 0
    this.#end = 0
    this.#intervalMs = 0
    this.#step = 0
  }

  /** Replaces all columns; more than the capacity: the newest are kept. */
  set(columns: DepthColumns): void {
    this.clear()
    const { intervalMs, step, fromMs } = columns
    if (!(intervalMs > 0 && step > 0)) {
      throw new RangeError(`Condition failed: an interval and a step > 0, had ${intervalMs} and ${step}`)
    }
    this.#intervalMs = intervalMs
    this.#step = step
    this.#phase = fromMs - Math.floor(fromMs / intervalMs) * intervalMs
    this.#first = Math.round(this.columnAt(fromMs))
    this.#end = this.#first
    this.put(columns)
  }

  /**
   * Adds columns at or after the oldest one, or replaces them; those between stay missing.
   *
   * Output  first column number that changed.
   * Throws  RangeError for another interval or step, or columns that are not aligned with the present ones.
   */
  put(columns: DepthColumns): number {
    if (this.#intervalMs === 0) {
      this.set(columns)
      return this.#first
    }
    const start = this.columnAt(columns.fromMs)
    if (columns.intervalMs !== this.#intervalMs || columns.step !== this.#step || !Number.isInteger(start)) {
      throw new RangeError(
        `Condition failed: columns of ${this.#intervalMs} ms and ${this.#step} ticks, had ${columns.intervalMs} ms and ${columns.step} ticks from ${columns.fromMs}`,
      )
    }
    const end = Math.max(this.#end, start + columns.length)
    const first = Math.max(this.#first, end - this.capacity)
    // Slots of numbers that are new and not given.
    for (let n = Math.max(this.#end, first); n < start; n++) this.#parts[n % this.capacity] = null
    for (let n = Math.max(start, first); n < start + columns.length; n++) {
      this.#parts[n % this.capacity] = columns
      this.#index[n % this.capacity] = n - start
    }
    this.#first = first
    this.#end = end
    return Math.max(start, first)
  }

  /** The columns that hold a number, null when it is missing. */
  partOf(column: number): DepthColumns | null {
    if (column < this.#first || column >= this.#end) return null
    const part = this.#parts[column % this.capacity]
    return part === null || part.state[this.#index[column % this.capacity]] === COLUMN_MISSING ? null : part
  }

  /** Index of a column within its part. */
  indexOf(column: number): number {
    return this.#index[column % this.capacity]
  }
}

/** The first cell of column i at a side with a row of at least `row`; the end of the side when there is none. */
export function firstCellFrom(columns: DepthColumns, i: number, side: number, row: number): number {
  let low = i === 0 ? 0 : columns.cellEnd[i - 1]
  let high = columns.cellEnd[i]
  while (low < high) {
    const middle = (low + high) >>> 1
    const isBefore = columns.side[middle] < side || (columns.side[middle] === side && columns.row[middle] < row)
    if (isBefore) low = middle + 1
    else high = middle
  }
  return low
}

/** The cell of column i at a side and row, -1 when there is none. */
export function findCell(columns: DepthColumns, i: number, side: number, row: number): number {
  const cell = firstCellFrom(columns, i, side, row)
  return cell < columns.cellEnd[i] && columns.side[cell] === side && columns.row[cell] === row ? cell : -1
}
