import { ASK, BID, COLUMN_MISSING, COLUMN_PROVEN } from '../depth/depth.ts'
import type { DepthColumns } from '../depth/depth.ts'
import { DepthColumnsWriter, firstCell, headOf, MISSING_HEAD } from '../depth/depth-columns.ts'
import type { ColumnHead } from '../depth/depth-columns.ts'
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
  const reader = openContainer(bytes, KIND_DEPTH_COLUMNS, limits)
  const intervalMs = reader.varint(MAX_PACKED)
  const step = reader.varint(MAX_PACKED)
  const fromMs = unzigzag(reader.varint(2 * MAX_PACKED + 1))
  const length = reader.count(6)
  const flags = reader.varint(HAS_EXTREMES | IS_WIDE)
  checkShape({ intervalMs, step, fromMs, length })
  const { marks, heads } = readHeads(reader, length, intervalMs)
  const cellCount = reader.count(3)
  const counts = [new Float64Array(length), new Float64Array(length)]
  for (const column of counts) readVarints(reader, column, 0, length, cellCount)
  const writer = new DepthColumnsWriter(intervalMs, step, fromMs, length)
  readCells(reader, { writer, marks, heads, counts, cellCount, flags })
  reader.finish()
  const columns = writer.build()
  checkColumns(columns)
  return columns
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

function readSigned(reader: ByteReader, count: number, isWide: boolean): Float64Array {
  const values = new Float64Array(count)
  readVarints(reader, values, 0, count, MAX)
  for (let k = 0; k < count; k++) {
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

interface CellSource {
  readonly writer: DepthColumnsWriter
  readonly marks: Uint8Array
  readonly heads: readonly ColumnHead[]
  readonly counts: readonly Float64Array[]
  readonly cellCount: number
  readonly flags: number
}

function readCells(reader: ByteReader, { writer, marks, heads, counts, cellCount, flags }: CellSource): void {
  const isWide = (flags & IS_WIDE) !== 0
  const hasExtremes = (flags & HAS_EXTREMES) !== 0
  const rows = new Float64Array(cellCount)
  readVarints(reader, rows, 0, cellCount, 2 * MAX_PACKED + 1)
  const changes = readSigned(reader, cellCount, isWide)
  const ups = readSigned(reader, cellCount, isWide)
  const sums = hasExtremes ? readSigned(reader, cellCount, isWide) : null
  const belows = new Float64Array(hasExtremes ? cellCount : 0)
  readVarints(reader, belows, 0, belows.length, MAX)
  const aboves = new Float64Array(belows.length)
  readVarints(reader, aboves, 0, aboves.length, MAX)

  const firsts = [0, 0]
  /** Cells [a, heldEnd) of the last column are still to be continued. */
  let a = 0
  let heldEnd = 0
  let n = 0
  for (let i = 0; i < heads.length; i++) {
    const head = heads[i]
    const { seconds } = head
    if (head.state === COLUMN_MISSING) {
      if (counts[BID][i] + counts[ASK][i] > 0) throw new OrderflowError('CORRUPT', 'A missing column has cells')
      writer.column(head)
      continue
    }
    const start = writer.cells
    if (marks[i] & FROM_NOTHING) a = heldEnd
    for (const own of [BID, ASK]) {
      let row = 0
      for (let k = 0; k < counts[own][i]; k++, n++) {
        if (n === cellCount) throw new OrderflowError('CORRUPT', 'More cells than announced')
        row = k === 0 ? firsts[own] + unzigzag(rows[n]) : row + rows[n] + 1
        if (k === 0) firsts[own] = row
        if (!isPackable(row)) throw new OrderflowError('CORRUPT', `Row ${row} is out of range`)
        a = repeatCells(writer, a, heldEnd, own, row, seconds)
        const isHeld = a < heldEnd && writer.sideAt(a) === own && writer.rowAt(a) === row
        const lots = changes[n] + (isHeld ? writer.lotsAt(a++) : 0)
        const up = ups[n] + leastUp(changes[n])
        const sum = sums === null ? lots * seconds : sums[n] + expectedSum(lots, seconds, isWide)
        const min = hasExtremes ? lots - belows[n] : lots
        writeChecked(writer, own, row, lots, up, sum, min, hasExtremes ? lots + aboves[n] : lots)
      }
    }
    repeatCells(writer, a, heldEnd, ASK + 1, 0, seconds)
    if (writer.cells > reader.maxRows) throw new OrderflowError('OVERSIZED', `More than ${reader.maxRows} cells`)
    a = start
    heldEnd = writer.cells
    writer.column(head)
  }
  if (n !== cellCount) throw new OrderflowError('CORRUPT', 'Fewer cells than announced')
}

/**
 * Repeats the cells [a, end) of the column before whose rows come before this one and hold a quantity; returns the index of
 * the first one that does not come before it.
 */
function repeatCells(
  writer: DepthColumnsWriter,
  a: number,
  end: number,
  side: number,
  row: number,
  seconds: number,
): number {
  let k = a
  for (; k < end; k++) {
    const [own, at, lots] = [writer.sideAt(k), writer.rowAt(k), writer.lotsAt(k)]
    if (own > side || (own === side && at >= row)) break
    if (lots > 0) writeChecked(writer, own, at, lots, 0, lots * seconds, lots, lots)
  }
  return k
}

function writeChecked(
  writer: DepthColumnsWriter,
  side: number,
  row: number,
  lots: number,
  up: number,
  sum: number,
  min: number,
  max: number,
): void {
  if (!(isQuantity(lots) && isQuantity(up) && isQuantity(sum) && isQuantity(min) && isQuantity(max))) {
    throw new OrderflowError('CORRUPT', `The quantities of row ${row} are inconsistent`)
  }
  writer.cell(side, row, lots, up, sum, min, max)
}
