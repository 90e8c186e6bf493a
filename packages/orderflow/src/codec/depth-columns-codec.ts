import { composeColumns } from '../depth/compose-columns.ts'
import { ASK, BID, COLUMN_MISSING, COLUMN_PROVEN } from '../depth/depth.ts'
import type { DepthColumns } from '../depth/depth.ts'
import { DepthColumnsWriter, firstCell, headOf, intersectRows, MISSING_HEAD, NO_ROWS } from '../depth/depth-columns.ts'
import type { CellColumns, ColumnHead } from '../depth/depth-columns.ts'
import { OrderflowError } from '../errors.ts'
import { SECOND_MS } from '../time.ts'
import type { ByteReader, ByteWriter, DecodeLimits } from './bytes.ts'
import { KIND_DEPTH_COLUMNS, openContainer, sealContainer, startContainer } from './container.ts'
import { readVarints, unzigzag, writeVarints, zigzag } from './integer-blocks.ts'

const MAX = Number.MAX_SAFE_INTEGER
/** Prices, rows and times beyond this do not occur; differences of two are still packed exactly. */
const MAX_PACKED = 2 ** 49

/** Cells have their own sums and extremes, rather than those of a quantity that did not change. */
const HAS_EXTREMES = 1
/** Some quantity is at least 2^48, so differences are packed as sign and magnitude. */
const IS_WIDE = 2
const WIDE_FROM = 2 ** 48

/** Bits of a column's mark, above its state. */
const FROM_NOTHING = 4
const NO_BID = 8
const NO_ASK = 16

/**
 * Packs columns.
 *
 * Layout  interval, step, start and length; marks, seconds, known rows and best prices per column; then the cells that
 *         differ from the column before, column by column: how many per column and side, the first row of a side as the
 *         difference from the first one of the column before, further rows as distances, quantity as the difference from
 *         the column before, `up` as the difference from the least possible one; sums and extremes, unless they follow
 *         from the quantity everywhere. A row that keeps its quantity without increases takes no byte. All are varints.
 * Throws  OrderflowError CORRUPT for columns that break a rule of docs/data/book.md, QUANTITY_RANGE for values that are not
 *         whole or out of range.
 * Cost    two passes over the cells.
 */
export function encodeDepthColumns(columns: DepthColumns): Uint8Array<ArrayBuffer> {
  checkColumns(columns)
  const { length, intervalMs, step, fromMs } = columns
  const changed = findChanged(columns)
  const flags = flagsOf(columns)
  const writer = startContainer(64 + 12 * length + 4 * changed.cells.length)
  writer.varint(intervalMs)
  writer.varint(step)
  writer.varint(zigzag(fromMs))
  writer.varint(length)
  writer.byte(flags)
  writeHeads(writer, columns, changed.fromNothing)
  writer.varint(changed.cells.length)
  for (const counts of changed.counts) writeVarints(writer, counts, 0, length)
  writeCells(writer, columns, changed, flags)
  return sealContainer(writer, KIND_DEPTH_COLUMNS)
}

/**
 * Decodes a message made by `encodeDepthColumns`.
 *
 * Input   limits.maxRows bounds the columns and the cells, which can be many more than the bytes.
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT; no other error for any input.
 */
export function decodeDepthColumns(bytes: Uint8Array, limits?: DecodeLimits): DepthColumns {
  const opened = openDepthColumns(bytes, limits)
  const { intervalMs, step, fromMs, length } = opened.shape
  const writer = new DepthColumnsWriter(intervalMs, step, fromMs, length)
  readDepthColumns(opened, writer, new ChangeBuffers())
  return writer.build()
}

/**
 * Decodes a message of `encodeDepthColumns` and composes its columns to coarser ones, without making the finer ones: a row
 * that keeps its quantity takes no time.
 *
 * Input   intervalMs: a multiple of the columns' interval that divides their range; the start is a multiple of it.
 * Output  the same as `composeColumns` of the decoded columns over their range.
 * Cost    one pass over the cells that changed, and one over the rows for each column of the result.
 * Throws  like `decodeDepthColumns` and `composeColumns`.
 */
export function decodeCoarserColumns(bytes: Uint8Array, intervalMs: number, limits?: DecodeLimits): DepthColumns {
  const { reader, shape, ...source } = openDepthColumns(bytes, limits)
  const { length, fromMs } = shape
  const group = intervalMs / shape.intervalMs
  const changes = readChanges(reader, source, new ChangeBuffers())
  const rows = rangeOf(changes.row)
  if (!(Number.isInteger(group) && length % group === 0 && fromMs % intervalMs === 0) || rows.count > MAX_DENSE_ROWS) {
    const toMs = fromMs + length * shape.intervalMs
    return composeColumns([decodeDepthColumns(bytes, limits)], { intervalMs, fromMs, toMs })
  }
  reader.finish()
  const writer = new DepthColumnsWriter(intervalMs, shape.step, fromMs, length / group)
  composeChanges(writer, { ...source, changes, rows, group, fineMs: shape.intervalMs })
  return writer.build()
}

/** A message up to its cells. */
export interface OpenedColumns {
  readonly reader: ByteReader
  readonly shape: Shape
  readonly marks: Uint8Array
  readonly heads: readonly ColumnHead[]
  readonly counts: readonly Float64Array[]
  readonly cellCount: number
  readonly flags: number
}

/** Reads everything before the cells. */
export function openDepthColumns(bytes: Uint8Array, limits?: DecodeLimits): OpenedColumns {
  const reader = openContainer(bytes, KIND_DEPTH_COLUMNS, limits)
  const intervalMs = reader.varint(MAX_PACKED)
  const step = reader.varint(MAX_PACKED)
  const fromMs = unzigzag(reader.varint(2 * MAX_PACKED + 1))
  const length = reader.count(6)
  const flags = reader.varint(HAS_EXTREMES | IS_WIDE)
  const shape = { intervalMs, step, fromMs, length }
  checkShape(shape)
  const { marks, heads } = readHeads(reader, length, intervalMs)
  const cellCount = reader.count(3)
  const counts = [new Float64Array(length), new Float64Array(length)]
  for (const column of counts) readVarints(reader, column, 0, length, cellCount)
  return { reader, shape, marks, heads, counts, cellCount, flags }
}

/** Checks the rules of docs/data/book.md. */
function checkColumns(columns: DepthColumns): void {
  checkShape(columns)
  const { length, intervalMs, state, seconds, cellEnd } = columns
  const { side, row, lots, up, sum, min, max } = columns
  const cells = firstCell(columns, length)
  const { lowRow, highRow, bestBid, bestAsk } = columns
  if ([state, seconds, lowRow, highRow, bestBid, bestAsk, cellEnd].some((column) => column.length !== length)) {
    throw new OrderflowError('CORRUPT', 'The columns of intervals have different lengths')
  }
  if ([side, row, lots, up, sum, min, max].some((column) => column.length !== cells)) {
    throw new OrderflowError('CORRUPT', 'The columns of cells have different lengths')
  }
  for (let i = 0, k = 0; i < length; i++) {
    const start = k
    checkHead(headOf(columns, i), intervalMs, cellEnd[i] - start)
    for (; k < cellEnd[i]; k++) {
      if (side[k] > ASK || !isPackable(row[k])) {
        throw new OrderflowError('CORRUPT', `A cell in row ${row[k]} is out of range`)
      }
      if (k > start && !(side[k] > side[k - 1] || (side[k] === side[k - 1] && row[k] > row[k - 1]))) {
        throw new OrderflowError('CORRUPT', `Row ${row[k]} is not in order`)
      }
      const isWhole = isQuantity(lots[k]) && isQuantity(up[k]) && isQuantity(sum[k])
      if (!isWhole || !isQuantity(min[k]) || !isQuantity(max[k]) || min[k] > lots[k] || lots[k] > max[k]) {
        throw new OrderflowError('CORRUPT', `The quantities of row ${row[k]} are inconsistent`)
      }
    }
  }
}

function checkShape({ intervalMs, step, fromMs, length }: Shape): void {
  if (!(isPackable(intervalMs) && intervalMs > 0 && intervalMs % SECOND_MS === 0)) {
    throw new OrderflowError('CORRUPT', `An interval of ${intervalMs} ms is not whole seconds`)
  }
  if (!(isPackable(step) && step >= 1)) throw new OrderflowError('CORRUPT', `A step of ${step} is out of range`)
  if (!isPackable(fromMs) || !isPackable(fromMs + length * intervalMs)) {
    throw new OrderflowError('CORRUPT', `A start at ${fromMs} is out of range`)
  }
}

type Shape = Pick<DepthColumns, 'intervalMs' | 'step' | 'fromMs' | 'length'>

function checkHead({ state, seconds, rows, bestBid, bestAsk }: ColumnHead, intervalMs: number, cells: number): void {
  if (state > COLUMN_PROVEN || cells < 0) throw new OrderflowError('CORRUPT', `Unknown state ${state} or cells missing`)
  const isMissing = state === COLUMN_MISSING
  if (seconds * SECOND_MS > intervalMs || (seconds === 0) !== isMissing) {
    throw new OrderflowError('CORRUPT', `${seconds} seconds are not those of a column`)
  }
  if (!Number.isSafeInteger(rows.low) || !Number.isSafeInteger(rows.high)) {
    throw new OrderflowError('CORRUPT', `Rows from ${rows.low} to ${rows.high} are out of range`)
  }
  if (!isBest(bestBid) || !isBest(bestAsk)) {
    throw new OrderflowError('CORRUPT', `A best price of ${bestBid} or ${bestAsk} is out of range`)
  }
  const isEmpty = cells === 0 && rows.low > rows.high && Number.isNaN(bestBid) && Number.isNaN(bestAsk)
  if (isMissing && !isEmpty) throw new OrderflowError('CORRUPT', 'A missing column has content')
}

function isPackable(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= MAX_PACKED
}

function isQuantity(value: number): boolean {
  return value >= 0 && Number.isSafeInteger(value)
}

function isBest(price: number): boolean {
  return Number.isNaN(price) || isPackable(price)
}

/** The cells that are written, by index, and what they follow. */
interface ChangedCells {
  readonly cells: number[]
  /** Index of the same row in the column before; -1: it held nothing there. */
  readonly before: number[]
  /** Changed cells of each column, by side. */
  readonly counts: readonly [Float64Array, Float64Array]
  /** Columns that do not continue the one before. */
  readonly fromNothing: Uint8Array
}

/**
 * Compares each column with the last one before it that is not missing. A column in which a row of that one is absent does
 * not continue it (the first of another run), so all its cells are written.
 */
function findChanged(columns: DepthColumns): ChangedCells {
  const { length, cellEnd, side, row, lots, state, seconds } = columns
  const cells: number[] = []
  const before: number[] = []
  const counts = [new Float64Array(length), new Float64Array(length)] as const
  const fromNothing = new Uint8Array(length)
  let last = -1
  for (let i = 0; i < length; i++) {
    if (state[i] === COLUMN_MISSING) continue
    const isContinued = last >= 0 && continues(columns, last, i)
    if (!isContinued) fromNothing[i] = 1
    let a = isContinued ? firstCell(columns, last) : 0
    const aEnd = isContinued ? cellEnd[last] : 0
    for (let b = firstCell(columns, i); b < cellEnd[i]; b++) {
      while (a < aEnd && (side[a] < side[b] || (side[a] === side[b] && row[a] < row[b]))) a++
      const isSame = a < aEnd && side[a] === side[b] && row[a] === row[b] && lots[a] > 0
      if (isSame && lots[a] === lots[b] && isQuiet(columns, b, seconds[i])) continue
      cells.push(b)
      before.push(isSame ? a : -1)
      counts[side[b]][i]++
    }
    last = i
  }
  return { cells, before, counts, fromNothing }
}

/** Whether every row with a quantity in column `last` is a cell of column `i`. */
function continues(columns: DepthColumns, last: number, i: number): boolean {
  const { cellEnd, side, row, lots } = columns
  let b = firstCell(columns, i)
  for (let a = firstCell(columns, last); a < cellEnd[last]; a++) {
    if (lots[a] === 0) continue
    while (b < cellEnd[i] && (side[b] < side[a] || (side[b] === side[a] && row[b] < row[a]))) b++
    if (b === cellEnd[i] || side[b] !== side[a] || row[b] !== row[a]) return false
  }
  return true
}

/** Whether a cell is that of a quantity that did not change. */
function isQuiet({ lots, up, sum, min, max }: DepthColumns, k: number, seconds: number): boolean {
  return up[k] === 0 && sum[k] === lots[k] * seconds && min[k] === lots[k] && max[k] === lots[k]
}

function flagsOf(columns: DepthColumns): number {
  const { length, cellEnd, lots, up, sum, min, max, seconds } = columns
  let flags = 0
  for (let i = 0, k = 0; i < length; i++) {
    for (; k < cellEnd[i]; k++) {
      if (sum[k] !== lots[k] * seconds[i] || min[k] !== lots[k] || max[k] !== lots[k]) flags |= HAS_EXTREMES
      if (up[k] >= WIDE_FROM || sum[k] >= WIDE_FROM || max[k] * seconds[i] >= WIDE_FROM) flags |= IS_WIDE
    }
  }
  return flags
}

function writeHeads(writer: ByteWriter, columns: DepthColumns, fromNothing: Uint8Array): void {
  const { length, intervalMs, state, seconds, lowRow, highRow, bestBid, bestAsk } = columns
  const full = intervalMs / SECOND_MS
  const column = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    const noBid = Number.isNaN(bestBid[i]) ? NO_BID : 0
    const noAsk = Number.isNaN(bestAsk[i]) ? NO_ASK : 0
    writer.byte(state[i] | (fromNothing[i] === 1 ? FROM_NOTHING : 0) | noBid | noAsk)
    column[i] = full - seconds[i]
  }
  writeVarints(writer, column, 0, length)
  for (const rows of [lowRow, highRow]) writeSteps(writer, rows)
  for (const best of [bestBid, bestAsk]) writeSteps(writer, best)
}

function readHeads(
  reader: ByteReader,
  length: number,
  intervalMs: number,
): { marks: Uint8Array; heads: readonly ColumnHead[] } {
  const marks = new Uint8Array(length)
  for (let i = 0; i < length; i++) marks[i] = reader.varint(31)
  const full = intervalMs / SECOND_MS
  const seconds = new Float64Array(length)
  readVarints(reader, seconds, 0, length, full)
  const lowRow = readSteps(reader, length)
  const highRow = readSteps(reader, length)
  const bestBid = readSteps(reader, length)
  const bestAsk = readSteps(reader, length)
  const heads = Array.from(marks, (mark, i): ColumnHead => {
    if ((mark & 3) === COLUMN_MISSING) return MISSING_HEAD
    return {
      state: mark & 3,
      seconds: Math.min(full - seconds[i], 0xffffffff),
      rows: { low: lowRow[i], high: highRow[i] },
      bestBid: mark & NO_BID ? Number.NaN : bestBid[i],
      bestAsk: mark & NO_ASK ? Number.NaN : bestAsk[i],
    }
  })
  return { marks, heads }
}

/** Differences from entry to entry, as sign and magnitude; NaN repeats the entry before. */
function writeSteps(writer: ByteWriter, values: Float64Array): void {
  const steps = new Float64Array(values.length)
  let before = 0
  for (let i = 0; i < values.length; i++) {
    const value = Number.isNaN(values[i]) ? before : values[i]
    // Rows of an unbounded window are safe integers, whose differences are not.
    steps[i] = Math.abs(value) > MAX_PACKED || Math.abs(before) > MAX_PACKED ? RAW : zigzag(value - before)
    before = value
  }
  writeVarints(writer, steps, 0, values.length)
  for (let i = 0; i < values.length; i++) {
    if (steps[i] !== RAW) continue
    writer.byte(values[i] < 0 ? 1 : 0)
    writer.varint(Math.abs(values[i]))
  }
}

/** Marks an entry of `writeSteps` that follows in full. No difference has this code. */
const RAW = 2 ** 52

function readSteps(reader: ByteReader, length: number): Float64Array {
  const values = new Float64Array(length)
  readVarints(reader, values, 0, length, RAW)
  let before = 0
  for (let i = 0; i < length; i++) {
    if (values[i] === RAW) {
      const isNegative = reader.varint(1) === 1
      before = reader.varint() * (isNegative ? -1 : 1) + 0
    } else {
      before += unzigzag(values[i])
    }
    if (!Number.isSafeInteger(before)) throw new OrderflowError('CORRUPT', 'A price or row is out of range')
    values[i] = before
  }
  return values
}

/** Integers of either sign, between -2^53 and 2^53. */
function writeSigned(writer: ByteWriter, values: Float64Array, isWide: boolean): void {
  const codes = isWide ? values.map(Math.abs) : values.map(zigzag)
  writeVarints(writer, codes, 0, codes.length)
  if (isWide) for (const value of values) writer.byte(value < 0 ? 1 : 0)
}

function readSigned(reader: ByteReader, values: Float64Array, isWide: boolean): Float64Array {
  const { length } = values
  readVarints(reader, values, 0, length, MAX)
  for (let k = 0; k < length; k++) {
    if (!isWide) values[k] = unzigzag(values[k])
    else if (reader.varint(1) === 1) values[k] = -values[k] + 0
  }
  return values
}

function writeCells(writer: ByteWriter, columns: DepthColumns, changed: ChangedCells, flags: number): void {
  const { cells, before, counts } = changed
  const { row, lots, up, sum, min, max, seconds } = columns
  const isWide = (flags & IS_WIDE) !== 0
  const rows = new Float64Array(cells.length)
  const changes = new Float64Array(cells.length)
  const ups = new Float64Array(cells.length)
  const sums = new Float64Array(cells.length)
  const firsts = [0, 0]
  for (let i = 0, n = 0; i < columns.length; i++) {
    for (const own of [BID, ASK]) {
      for (let k = 0; k < counts[own][i]; k++, n++) {
        const at = cells[n]
        rows[n] = k === 0 ? zigzag(row[at] - firsts[own]) : row[at] - row[cells[n - 1]] - 1
        if (k === 0) firsts[own] = row[at]
        changes[n] = lots[at] - (before[n] < 0 ? 0 : lots[before[n]])
        ups[n] = up[at] - leastUp(changes[n])
        sums[n] = sum[at] - expectedSum(lots[at], seconds[i], isWide)
      }
    }
  }
  writeVarints(writer, rows, 0, rows.length)
  writeSigned(writer, changes, isWide)
  writeSigned(writer, ups, isWide)
  if ((flags & HAS_EXTREMES) === 0) return
  writeSigned(writer, sums, isWide)
  writeVarints(
    writer,
    Float64Array.from(cells, (at) => lots[at] - min[at]),
    0,
    cells.length,
  )
  writeVarints(
    writer,
    Float64Array.from(cells, (at) => max[at] - lots[at]),
    0,
    cells.length,
  )
}

/** The increases that a change of the quantity needs. */
function leastUp(change: number): number {
  return Math.max(change, 0)
}

/** What the sum of a cell is compared with; a product that could be inexact is not used. */
function expectedSum(lots: number, seconds: number, isWide: boolean): number {
  return isWide ? 0 : lots * seconds
}

/**
 * Reads the cells of a message and writes its columns.
 *
 * Input   buffers: memory for what changed, reused from message to message. The reader's limit of rows counts all cells that
 *         the writer has.
 * Cost    one pass over the cells; those are checked as they are made.
 * Throws  OrderflowError OVERSIZED or CORRUPT: what is written by then is of no use.
 */
export function readDepthColumns(
  { reader, shape, ...source }: OpenedColumns,
  writer: DepthColumnsWriter,
  buffers: ChangeBuffers,
): void {
  const { marks, heads, counts } = source
  const changes = { ...readChanges(reader, source, buffers), isWide: (source.flags & IS_WIDE) !== 0 }
  reader.finish()
  /** The cells of the last column, which the next one continues. */
  let heldFrom = writer.cells
  let heldEnd = writer.cells
  let n = 0
  for (let i = 0; i < heads.length; i++) {
    const head = heads[i]
    if (head.state === COLUMN_MISSING) {
      checkHead(head, shape.intervalMs, 0)
      writer.column(head)
      continue
    }
    if (marks[i] & FROM_NOTHING) heldFrom = heldEnd
    const bidEnd = n + counts[BID][i]
    const end = bidEnd + counts[ASK][i]
    const start = writer.cells
    if (start + end - n > reader.maxRows) throw new OrderflowError('OVERSIZED', `More than ${reader.maxRows} cells`)
    const cells = writer.room(heldEnd - heldFrom + end - n)
    const added = continueCells(cells, { from: heldFrom, end: heldEnd }, changes, { n, bidEnd, end }, head.seconds)
    writer.added(added)
    if (writer.cells > reader.maxRows) throw new OrderflowError('OVERSIZED', `More than ${reader.maxRows} cells`)
    checkHead(head, shape.intervalMs, added)
    writer.column(head)
    heldFrom = start
    heldEnd = writer.cells
    n = end
  }
}

/**
 * Writes the cells of a column behind those of the one before it, [from, end): the rows that hold a quantity there, merged with the
 * changed ones [n, end), of which those before `bidEnd` are bids. Returns how many.
 */
function continueCells(
  { side, row, lots, up, sum, min, max }: CellColumns,
  held: { readonly from: number; readonly end: number },
  changes: ChangedColumns & { readonly isWide: boolean },
  changed: { readonly n: number; readonly bidEnd: number; readonly end: number },
  seconds: number,
): number {
  const { row: rows, change, up: ups, sum: sums, below, above, isWide } = changes
  const { bidEnd, end } = changed
  const heldEnd = held.end
  let a = held.from
  let at = heldEnd
  for (let n = changed.n; n <= end; n++) {
    // After the last change, the rest of both sides.
    const own = n === end ? ASK + 1 : n < bidEnd ? BID : ASK
    const price = n === end ? 0 : rows[n]
    for (; a < heldEnd && (side[a] < own || (side[a] === own && row[a] < price)); a++) {
      const quantity = lots[a]
      if (quantity === 0) continue
      const total = quantity * seconds
      if (total > MAX) throw inconsistent(row[a])
      side[at] = side[a]
      row[at] = row[a]
      lots[at] = quantity
      up[at] = 0
      sum[at] = total
      min[at] = quantity
      max[at] = quantity
      at++
    }
    if (n === end) break
    const isHeld = a < heldEnd && side[a] === own && row[a] === price
    const quantity = change[n] + (isHeld ? lots[a++] : 0)
    const increases = ups[n] + leastUp(change[n])
    const total = sums === null ? quantity * seconds : sums[n] + expectedSum(quantity, seconds, isWide)
    const least = sums === null ? quantity : quantity - below[n]
    const most = sums === null ? quantity : quantity + above[n]
    // All terms are whole numbers of at most 2^53, so a sum within the range is exact.
    const isWithin = least >= 0 && most <= MAX && increases >= 0 && increases <= MAX && total >= 0 && total <= MAX
    if (!isWithin || quantity < 0) throw inconsistent(price)
    side[at] = own
    row[at] = price
    lots[at] = quantity
    up[at] = increases
    sum[at] = total
    min[at] = least
    max[at] = most
    at++
  }
  return at - heldEnd
}

const inconsistent = (row: number): OrderflowError =>
  new OrderflowError('CORRUPT', `The quantities of row ${row} are inconsistent`)

/** Memory for the numbers of changed cells, one array per kind. */
export class ChangeBuffers {
  readonly #buffers: Float64Array[] = []

  take(index: number, count: number): Float64Array {
    const buffer = this.#buffers.at(index)
    if (buffer !== undefined && buffer.length >= count) return buffer.subarray(0, count)
    return (this.#buffers[index] = new Float64Array(count))
  }
}

/** The cells that differ from the column before, in order. */
interface ChangedColumns {
  readonly row: Float64Array
  readonly change: Float64Array
  readonly up: Float64Array
  /** Null: of a quantity that did not change. */
  readonly sum: Float64Array | null
  readonly below: Float64Array
  readonly above: Float64Array
}

type Changes = Omit<OpenedColumns, 'reader' | 'shape'>

function readChanges(
  reader: ByteReader,
  { heads, counts, cellCount, flags }: Changes,
  buffers: ChangeBuffers,
): ChangedColumns {
  const isWide = (flags & IS_WIDE) !== 0
  const hasExtremes = (flags & HAS_EXTREMES) !== 0
  const row = buffers.take(0, cellCount)
  readVarints(reader, row, 0, cellCount, 2 * MAX_PACKED + 1)
  const change = readSigned(reader, buffers.take(1, cellCount), isWide)
  const up = readSigned(reader, buffers.take(2, cellCount), isWide)
  const sum = hasExtremes ? readSigned(reader, buffers.take(3, cellCount), isWide) : null
  const below = buffers.take(4, hasExtremes ? cellCount : 0)
  readVarints(reader, below, 0, below.length, MAX)
  const above = buffers.take(5, below.length)
  readVarints(reader, above, 0, above.length, MAX)
  const firsts = [0, 0]
  let n = 0
  for (let i = 0; i < heads.length; i++) {
    if (heads[i].state === COLUMN_MISSING && counts[BID][i] + counts[ASK][i] > 0)
      throw new OrderflowError('CORRUPT', 'A missing column has cells')
    for (const own of [BID, ASK]) {
      for (let k = 0; k < counts[own][i]; k++, n++) {
        if (n === cellCount) throw new OrderflowError('CORRUPT', 'More cells than announced')
        row[n] = k === 0 ? firsts[own] + unzigzag(row[n]) : row[n - 1] + row[n] + 1
        if (k === 0) firsts[own] = row[n]
        if (!isPackable(row[n])) throw new OrderflowError('CORRUPT', `Row ${row[n]} is out of range`)
      }
    }
  }
  if (n !== cellCount) throw new OrderflowError('CORRUPT', 'Fewer cells than announced')
  return { row, change, up, sum, below, above }
}

/** Rows of the dense table; more are composed from the finer columns. */
const MAX_DENSE_ROWS = 1 << 18

interface RowRange {
  readonly low: number
  readonly count: number
}

function rangeOf(rows: Float64Array): RowRange {
  let low = Infinity
  let high = -Infinity
  for (const row of rows) {
    low = Math.min(low, row)
    high = Math.max(high, row)
  }
  return low > high ? { low: 0, count: 0 } : { low, count: high - low + 1 }
}

interface ComposedChanges extends Changes {
  readonly changes: ChangedColumns
  readonly rows: RowRange
  /** Columns that become one. */
  readonly group: number
  readonly fineMs: number
}

function composeChanges(writer: DepthColumnsWriter, given: ComposedChanges): void {
  const { marks, heads, counts, flags, changes, rows, group, fineMs } = given
  const isWide = (flags & IS_WIDE) !== 0
  const { row, change, up, sum, below, above } = changes
  const table = new HeldCells(rows)
  let n = 0
  for (let first = 0; first < heads.length; first += group) {
    // See `composeColumns`: only what follows the last gap counts.
    let head: ColumnHead | null = null
    for (let i = first; i < first + group; i++) {
      const { state, seconds, rows: known, bestBid, bestAsk } = heads[i]
      if (state === COLUMN_MISSING) {
        head = null
        continue
      }
      if (marks[i] & FROM_NOTHING) table.removeAll(head === null ? 0 : head.seconds)
      if (head === null || seconds * SECOND_MS < fineMs) {
        table.restart()
        head = { state, seconds: 0, rows: i === first ? ALL_ROWS : NO_ROWS, bestBid, bestAsk }
      }
      for (const own of [BID, ASK]) {
        for (let k = 0; k < counts[own][i]; k++, n++) {
          const at = table.indexOf(own, row[n])
          table.account(at, head.seconds)
          const lots = table.lots[at] + change[n]
          table.replace(at, {
            lots,
            up: up[n] + leastUp(change[n]),
            sum: sum === null ? lots * seconds : sum[n] + expectedSum(lots, seconds, isWide),
            min: sum === null ? lots : lots - below[n],
            max: sum === null ? lots : lots + above[n],
            until: head.seconds + seconds,
          })
        }
      }
      head = {
        state: Math.min(head.state, state),
        seconds: head.seconds + seconds,
        rows: intersectRows(head.rows, known),
        bestBid,
        bestAsk,
      }
    }
    if (head !== null) table.write(writer, head.seconds)
    writer.column(head ?? MISSING_HEAD)
  }
}

const ALL_ROWS = { low: -Infinity, high: Infinity }

/** Every row of both sides: its quantity, and its account since the start of a coarser column. */
class HeldCells {
  readonly lots: Float64Array
  readonly #low: number
  readonly #count: number
  /** Whether the row is a cell of the coarser column. */
  readonly #isCell: Uint8Array
  readonly #up: Float64Array
  readonly #sum: Float64Array
  readonly #min: Float64Array
  readonly #max: Float64Array
  /** Seconds of the coarser column that are in the account. */
  readonly #until: Float64Array

  constructor({ low, count }: RowRange) {
    this.#low = low
    this.#count = count
    this.lots = new Float64Array(2 * count)
    this.#isCell = new Uint8Array(2 * count)
    this.#up = new Float64Array(2 * count)
    this.#sum = new Float64Array(2 * count)
    this.#min = new Float64Array(2 * count)
    this.#max = new Float64Array(2 * count)
    this.#until = new Float64Array(2 * count)
  }

  indexOf(side: number, row: number): number {
    return (side === BID ? 0 : this.#count) + row - this.#low
  }

  /** Begins the accounts again with the rows that hold a quantity. */
  restart(): void {
    const { lots } = this
    for (let at = 0; at < lots.length; at++) this.#isCell[at] = lots[at] > 0 ? 1 : 0
    this.#up.fill(0)
    this.#sum.fill(0)
    this.#min.fill(Infinity)
    this.#max.fill(0)
    this.#until.fill(0)
  }

  removeAll(seconds: number): void {
    const { lots } = this
    for (let at = 0; at < lots.length; at++) {
      if (lots[at] === 0) continue
      this.account(at, seconds)
      lots[at] = 0
    }
  }

  /** Adds the seconds in which the quantity did not change; without one the row counts as 0. */
  account(at: number, seconds: number): void {
    const span = seconds - this.#until[at]
    if (span <= 0) return
    const lots = this.lots[at]
    this.#sum[at] += lots * span
    this.#min[at] = Math.min(this.#min[at], lots)
    this.#max[at] = Math.max(this.#max[at], lots)
    this.#until[at] = seconds
  }

  replace(
    at: number,
    cell: {
      readonly lots: number
      readonly up: number
      readonly sum: number
      readonly min: number
      readonly max: number
      readonly until: number
    },
  ): void {
    const { lots, up, sum, min, max } = cell
    const isWhole = isQuantity(lots) && isQuantity(up) && isQuantity(sum) && isQuantity(min) && isQuantity(max)
    if (!isWhole || min > lots || lots > max)
      throw new OrderflowError('CORRUPT', `The quantities of row ${this.#low + (at % this.#count)} are inconsistent`)
    this.#isCell[at] = 1
    this.lots[at] = lots
    this.#up[at] += up
    this.#sum[at] += sum
    this.#min[at] = Math.min(this.#min[at], min)
    this.#max[at] = Math.max(this.#max[at], max)
    this.#until[at] = cell.until
  }

  write(writer: DepthColumnsWriter, seconds: number): void {
    const { lots } = this
    for (let at = 0; at < lots.length; at++) {
      if (this.#isCell[at] === 0) continue
      this.account(at, seconds)
      const isBid = at < this.#count
      const row = this.#low + (isBid ? at : at - this.#count)
      writer.cell(isBid ? BID : ASK, row, lots[at], this.#up[at], this.#sum[at], this.#min[at], this.#max[at])
    }
  }
}
