import { OrderflowError } from '../errors.ts'
import { ladder, nearestStep } from '../precision/ladder.ts'
import { COLUMN_MISSING } from './depth.ts'
import type { DepthColumns, KnownWindow } from './depth.ts'
import type { UnixMs } from '../units/units.ts'

/** No rows: every intersection and every regrouping of it is itself. */
export const NO_ROWS: KnownWindow = { low: 0, high: -1 }

const MAX = Number.MAX_SAFE_INTEGER

/** Part of the price that a row of the stored columns spans, at a step of every size. */
const ROWS_PER_PRICE = 10_000

/**
 * Row height of the stored columns of a market, ticks.
 *
 * Input   priceTicks: a recent price, > 0. tickSize: exact decimal text; the ladder of its market.
 * Output  the ladder's step nearest in ratio to priceTicks / 10,000, of two equally near ones the lower. From 4,500 ticks on
 *         it leaves at least 400 rows over +-5 % of the price; below, rows of few ticks are as fine as prices are.
 * Throws  RangeError when the price is not > 0, OrderflowError BAD_DECIMAL for a bad tick size.
 * Source  docs/decisions/order-book.md, section "Storage".
 */
export function depthStep(priceTicks: number, tickSize = '1'): number {
  if (!(priceTicks > 0 && priceTicks <= MAX)) {
    throw new RangeError(`Condition failed: the price is > 0, had ${priceTicks}`)
  }
  return nearestStep(ladder(tickSize), priceTicks / ROWS_PER_PRICE)
}

/** The rows that lie completely within a window. */
export function rowsWithin({ low, high }: KnownWindow, step: number): KnownWindow {
  return rowsOrNone(Math.ceil(low / step), Math.floor((high + 1) / step) - 1)
}

/** The rows of both; NO_ROWS when there are none. */
export function intersectRows(a: KnownWindow, b: KnownWindow): KnownWindow {
  return rowsOrNone(Math.max(a.low, b.low), Math.min(a.high, b.high))
}

function rowsOrNone(low: number, high: number): KnownWindow {
  // Adding 0 turns -0 into 0.
  return low > high ? NO_ROWS : { low: low + 0, high: high + 0 }
}

/** The entries of one column that are not cells. */
export interface ColumnHead {
  readonly state: number
  readonly seconds: number
  readonly rows: KnownWindow
  readonly bestBid: number
  readonly bestAsk: number
}

export const MISSING_HEAD: ColumnHead = {
  state: COLUMN_MISSING,
  seconds: 0,
  rows: NO_ROWS,
  bestBid: Number.NaN,
  bestAsk: Number.NaN,
}

/** The head of column i. */
export function headOf(columns: DepthColumns, i: number): ColumnHead {
  return {
    state: columns.state[i],
    seconds: columns.seconds[i],
    rows: { low: columns.lowRow[i], high: columns.highRow[i] },
    bestBid: columns.bestBid[i],
    bestAsk: columns.bestAsk[i],
  }
}

/** Index of the first cell of column i; for i = length, the number of cells. */
export function firstCell(columns: DepthColumns, i: number): number {
  return i === 0 ? 0 : columns.cellEnd[i - 1]
}

const MIN_CELLS = 256
/** Room beyond what is expected, and the share that is kept without a copy. */
const SPARE = 1.1
const FULL_SHARE = 0.75

/** Cells, column by column. */
export interface CellColumns {
  readonly side: Uint8Array
  readonly row: Float64Array
  readonly lots: Float64Array
  readonly up: Float64Array
  readonly sum: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
}

/** Writes columns one after another: cells in order, then the head of their column. */
export class DepthColumnsWriter {
  readonly #intervalMs: number
  readonly #step: number
  readonly #fromMs: UnixMs
  readonly #state: Uint8Array
  readonly #seconds: Uint32Array
  readonly #lowRow: Float64Array
  readonly #highRow: Float64Array
  readonly #bestBid: Float64Array
  readonly #bestAsk: Float64Array
  readonly #cellEnd: Uint32Array
  #length = 0
  #cells = 0
  #side: Uint8Array<ArrayBuffer>
  #row: Float64Array<ArrayBuffer>
  #lots: Float64Array<ArrayBuffer>
  #up: Float64Array<ArrayBuffer>
  #sum: Float64Array<ArrayBuffer>
  #min: Float64Array<ArrayBuffer>
  #max: Float64Array<ArrayBuffer>

  /** `cells`: how many are expected. */
  constructor(intervalMs: number, step: number, fromMs: UnixMs, length: number, cells = MIN_CELLS) {
    const size = Math.max(cells, MIN_CELLS)
    this.#side = new Uint8Array(size)
    this.#row = new Float64Array(size)
    this.#lots = new Float64Array(size)
    this.#up = new Float64Array(size)
    this.#sum = new Float64Array(size)
    this.#min = new Float64Array(size)
    this.#max = new Float64Array(size)
    this.#intervalMs = intervalMs
    this.#step = step
    this.#fromMs = fromMs
    this.#state = new Uint8Array(length)
    this.#seconds = new Uint32Array(length)
    this.#lowRow = new Float64Array(length)
    this.#highRow = new Float64Array(length)
    this.#bestBid = new Float64Array(length)
    this.#bestAsk = new Float64Array(length)
    this.#cellEnd = new Uint32Array(length)
  }

  get fromMs(): UnixMs {
    return this.#fromMs
  }

  /** Columns written so far. */
  get length(): number {
    return this.#length
  }

  get cells(): number {
    return this.#cells
  }

  /**
   * The cells themselves, with room for `count` more: for loops that write many of them, check their quantities on their own
   * and then call `added`. Valid until the next call.
   */
  room(count: number): CellColumns {
    this.#reserve(count)
    return {
      side: this.#side,
      row: this.#row,
      lots: this.#lots,
      up: this.#up,
      sum: this.#sum,
      min: this.#min,
      max: this.#max,
    }
  }

  /** So many cells were written into `room`. */
  added(count: number): void {
    this.#cells += count
  }

  cell(side: number, row: number, lots: number, up: number, sum: number, min: number, max: number): void {
    // The sum is at least `lots` and `min`, and `max` is one of its terms.
    if (up > MAX || sum > MAX || lots > MAX) {
      throw new OrderflowError('QUANTITY_RANGE', `a sum beyond 2^53 - 1 in row ${row}`)
    }
    const at = this.#cells
    if (at === this.#row.length) this.#reserve(1)
    this.#side[at] = side
    this.#row[at] = row
    this.#lots[at] = lots
    this.#up[at] = up
    this.#sum[at] = sum
    this.#min[at] = min
    this.#max[at] = max
    this.#cells = at + 1
  }

  /** The cells of a column, as they are. */
  copyCells(columns: DepthColumns, i: number): void {
    const from = firstCell(columns, i)
    const end = columns.cellEnd[i]
    this.#reserve(end - from)
    const at = this.#cells
    this.#side.set(columns.side.subarray(from, end), at)
    this.#row.set(columns.row.subarray(from, end), at)
    this.#lots.set(columns.lots.subarray(from, end), at)
    this.#up.set(columns.up.subarray(from, end), at)
    this.#sum.set(columns.sum.subarray(from, end), at)
    this.#min.set(columns.min.subarray(from, end), at)
    this.#max.set(columns.max.subarray(from, end), at)
    this.#cells = at + end - from
  }

  /** Ends a column; the cells since the last one are its cells. */
  column({ state, seconds, rows, bestBid, bestAsk }: ColumnHead): void {
    const i = this.#length++
    this.#state[i] = state
    this.#seconds[i] = seconds
    this.#lowRow[i] = rows.low
    this.#highRow[i] = rows.high
    this.#bestBid[i] = bestBid
    this.#bestAsk[i] = bestAsk
    this.#cellEnd[i] = this.#cells
  }

  /** Multiplies the quantities written so far, from a cell on. */
  scale(factor: number, from = 0): void {
    const columns = [this.#lots, this.#up, this.#sum, this.#min, this.#max]
    scaleCells(
      columns.map((column) => column.subarray(from)),
      this.#cells - from,
      factor,
    )
  }

  build(): DepthColumns {
    const cells = this.#cells
    // Without a copy when about as many cells were written as expected.
    const isFull = cells >= this.#row.length * FULL_SHARE
    const taken = <Column extends Uint8Array | Float64Array>(column: Column): Column =>
      (cells === column.length ? column : isFull ? column.subarray(0, cells) : column.slice(0, cells)) as Column
    return {
      intervalMs: this.#intervalMs,
      step: this.#step,
      length: this.#length,
      fromMs: this.#fromMs,
      state: this.#state,
      seconds: this.#seconds,
      lowRow: this.#lowRow,
      highRow: this.#highRow,
      bestBid: this.#bestBid,
      bestAsk: this.#bestAsk,
      cellEnd: this.#cellEnd,
      side: taken(this.#side),
      row: taken(this.#row),
      lots: taken(this.#lots),
      up: taken(this.#up),
      sum: taken(this.#sum),
      min: taken(this.#min),
      max: taken(this.#max),
    }
  }

  /** Room for `count` more cells: at once for all columns, if they hold as many as those before. */
  #reserve(count: number): void {
    const needed = this.#cells + count
    if (needed <= this.#row.length) return
    const expected = this.#length === 0 ? 0 : Math.ceil(((needed * this.#state.length) / this.#length) * SPARE)
    // Columns with very different numbers of cells.
    const size = Math.max(needed, Math.min(expected, 8 * needed), Math.ceil(1.5 * this.#row.length))
    const side = new Uint8Array(size)
    side.set(this.#side)
    this.#side = side
    this.#row = enlarged(this.#row, size)
    this.#lots = enlarged(this.#lots, size)
    this.#up = enlarged(this.#up, size)
    this.#sum = enlarged(this.#sum, size)
    this.#min = enlarged(this.#min, size)
    this.#max = enlarged(this.#max, size)
  }
}

function enlarged(column: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size)
  larger.set(column)
  return larger
}

function scaleCells(list: readonly Float64Array[], cells: number, factor: number): void {
  for (const column of list) {
    for (let k = 0; k < cells; k++) {
      column[k] *= factor
      if (column[k] > MAX) throw new OrderflowError('QUANTITY_RANGE', 'a quantity exceeds 2^53 - 1 in the finer unit')
    }
  }
}

/**
 * The same columns at a greater row height: row' = floor(row x step / step').
 *
 * Output  the same object when the step is unchanged. `lots`, `up` and `sum` are the exact sums of their rows. `min` and
 *         `max` are exact in columns of one second; in longer ones the rows need not have had them at the same time, so
 *         `min` is a lower and `max` an upper bound. Known are the rows whose finer rows are all known.
 * Cost    one pass over the cells.
 * Throws  OrderflowError BAD_STEP when the step is not a multiple of the columns' step, QUANTITY_RANGE (a sum beyond
 *         2^53 - 1).
 * Source  docs/data/book.md, section "Columns".
 */
export function regroupColumns(columns: DepthColumns, step: number): DepthColumns {
  if (step === columns.step) return columns
  if (!(Number.isSafeInteger(step) && step >= 1 && step % columns.step === 0)) {
    throw new OrderflowError('BAD_STEP', `a step here is a multiple of ${columns.step}, had ${step}`)
  }
  const factor = step / columns.step
  const writer = new DepthColumnsWriter(columns.intervalMs, step, columns.fromMs, columns.length)
  const { side, row, lots, up, sum, min, max } = columns
  for (let i = 0, k = 0; i < columns.length; i++) {
    const end = columns.cellEnd[i]
    while (k < end) {
      const own = side[k]
      const group = Math.floor(row[k] / factor)
      let [allLots, allUp, allSum, allMin, allMax] = [0, 0, 0, 0, 0]
      for (; k < end && side[k] === own && Math.floor(row[k] / factor) === group; k++) {
        allLots += lots[k]
        allUp += up[k]
        allSum += sum[k]
        allMin += min[k]
        // A sum of safe integers below 2^53 each is compared, not used, when it exceeds that.
        allMax = Math.min(allMax + max[k], MAX)
      }
      writer.cell(own, group, allLots, allUp, allSum, allMin, allMax)
    }
    const head = headOf(columns, i)
    writer.column({ ...head, rows: rowsWithin(head.rows, factor) })
  }
  return writer.build()
}

/**
 * The rows that overlap a range of prices.
 *
 * Input   prices, inclusive, ticks.
 * Output  new columns; what was cut away is unknown in them.
 * Cost    one pass over the cells.
 */
export function clipRows(columns: DepthColumns, { low, high }: KnownWindow): DepthColumns {
  const { step, length } = columns
  const rows = { low: Math.floor(low / step), high: Math.floor(high / step) }
  const cellEnd = new Uint32Array(length)
  const lowRow = new Float64Array(length)
  const highRow = new Float64Array(length)
  const kept: number[] = []
  for (let i = 0, k = 0; i < length; i++) {
    for (; k < columns.cellEnd[i]; k++) if (columns.row[k] >= rows.low && columns.row[k] <= rows.high) kept.push(k)
    cellEnd[i] = kept.length
    const known = intersectRows({ low: columns.lowRow[i], high: columns.highRow[i] }, rows)
    lowRow[i] = known.low
    highRow[i] = known.high
  }
  if (kept.length === columns.row.length) return { ...columns, lowRow, highRow }
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

/**
 * The columns that start within [fromMs, toMs), as views where possible.
 *
 * Output  `fromMs` is the start of the first of them; without any, the length is 0.
 */
export function sliceColumns(columns: DepthColumns, fromMs: UnixMs, toMs: UnixMs): DepthColumns {
  const { intervalMs, length } = columns
  const indexOf = (t: UnixMs): number => Math.min(Math.max(Math.ceil((t - columns.fromMs) / intervalMs), 0), length)
  const from = indexOf(fromMs)
  const to = Math.max(indexOf(toMs), from)
  if (from === 0 && to === length) return columns
  const cell = firstCell(columns, from)
  const end = firstCell(columns, to)
  return {
    intervalMs,
    step: columns.step,
    length: to - from,
    fromMs: columns.fromMs + from * intervalMs,
    state: columns.state.subarray(from, to),
    seconds: columns.seconds.subarray(from, to),
    lowRow: columns.lowRow.subarray(from, to),
    highRow: columns.highRow.subarray(from, to),
    bestBid: columns.bestBid.subarray(from, to),
    bestAsk: columns.bestAsk.subarray(from, to),
    cellEnd: columns.cellEnd.slice(from, to).map((at) => at - cell),
    side: columns.side.subarray(cell, end),
    row: columns.row.subarray(cell, end),
    lots: columns.lots.subarray(cell, end),
    up: columns.up.subarray(cell, end),
    sum: columns.sum.subarray(cell, end),
    min: columns.min.subarray(cell, end),
    max: columns.max.subarray(cell, end),
  }
}

/**
 * Converts columns to a finer unit: a copy with all quantities multiplied by `factor`.
 *
 * Output  the same object for a factor of 1.
 * Throws  RangeError when the factor is not a whole number >= 1, OrderflowError QUANTITY_RANGE when a product exceeds
 *         2^53 - 1.
 */
export function rescaleColumns(columns: DepthColumns, factor: number): DepthColumns {
  if (!(Number.isSafeInteger(factor) && factor >= 1)) {
    throw new RangeError(`Condition failed: the factor is a whole number >= 1, had ${factor}`)
  }
  if (factor === 1) return columns
  const [lots, up, sum] = [columns.lots.slice(), columns.up.slice(), columns.sum.slice()]
  const [min, max] = [columns.min.slice(), columns.max.slice()]
  scaleCells([lots, up, sum, min, max], lots.length, factor)
  return { ...columns, lots, up, sum, min, max }
}
