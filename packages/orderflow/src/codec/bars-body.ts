import { allocateEdges, allocateBars, allocateOverflow } from '../bars/bar-columns.ts'
import { BAR_INCOMPLETE, NO_ROW } from '../bars/bars.ts'
import type { BAR_COLUMNS, BarBuffer, Bars } from '../bars/bars.ts'
import { firstOverflow } from '../bars/overflow.ts'
import { OrderflowError } from '../errors.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readCells, writeCells } from './cells-body.ts'
import { checkBars } from './check-bars.ts'
import { readColumn, UINT32_MAX, unzigzag, writeColumn, zigzag } from './columns.ts'
import { hasEdges, readEdges, writeEdges } from './edges-body.ts'
import { readLotsColumn, writeLotsColumn } from './lots-column.ts'
import { areSquaresKnown, computeSquares, readSquares, writeSquares } from './square-columns.ts'
import { readTimes, writeTimes } from './times-body.ts'

const MAX_TIME = 2 ** 49
const MAX_NULLABLE = 2 ** 53
/** Eleven bar columns and five cell columns, at least a quarter of a byte each. */
const MIN_BAR_BYTES = 2
const MIN_CELL_BYTES = 1
const FLAG_OFFSETS = 1
/** t counts cycles, not milliseconds. */
const FLAG_ALIGNED = 2
const FLAG_STATES = 4
const FLAG_REVISIONS = 8
/** Quantities use two columns each, because some bar overflows. */
const FLAG_OVERFLOW = 16
/** Rows are coarser than a tick, and sums of squares are included. */
const FLAG_SQUARES = 32
/** Rows are coarser than a tick, and the edge columns are included. */
const FLAG_EDGES = 64
const FLAGS = 127

/** Header of a bars section, before its columns. */
export interface PackedHead {
  readonly cycleMs: number
  readonly step: number
  readonly bars: number
  readonly cells: number
  readonly flags: number
}

/** The bar columns that are packed in one way. */
type BarColumnsPacked<Kind> = {
  [Name in keyof typeof BAR_COLUMNS]: (typeof BAR_COLUMNS)[Name] extends { readonly per: 'bar'; readonly packed: Kind }
    ? Name
    : never
}[keyof typeof BAR_COLUMNS]

/** Integers from 0 to `max` that encode the values of a column relative to what is already known of bar i. */
interface IntegerPacking {
  readonly max: number
  encode(bars: Bars, i: number, isFirst: boolean): number
  /** Throws CORRUPT for values that no encoder writes. */
  decode(value: number, bars: Bars, i: number, isFirst: boolean): number
}

/** Quantities, of which only the magnitudes are written. */
interface LotsPacking {
  readonly sign: 1 | -1
}

/**
 * The bar columns between the times and the cells, in packed order. A column of BAR_COLUMNS that has no entry here is
 * packed elsewhere (`special`) or not at all (`sum`).
 */
const BAR_PACKINGS: { readonly [Name in BarColumnsPacked<'integers'>]: IntegerPacking } & {
  readonly [Name in BarColumnsPacked<'lots'>]: LotsPacking
} = {
  close: {
    max: MAX_NULLABLE,
    encode: ({ close }, i, isFirst) => zigzag(close[i] - (isFirst ? 0 : close[i - 1])),
    decode: (value, { close }, i, isFirst) => int32((isFirst ? 0 : close[i - 1]) + unzigzag(value)),
  },
  open: {
    max: MAX_NULLABLE,
    encode: ({ open, close }, i, isFirst) => zigzag(open[i] - close[isFirst ? i : i - 1]),
    decode: (value, { close }, i, isFirst) => int32(close[isFirst ? i : i - 1] + unzigzag(value)),
  },
  high: {
    max: UINT32_MAX,
    encode: ({ high, open, close }, i) => high[i] - Math.max(open[i], close[i]),
    decode: (value, { open, close }, i) => int32(Math.max(open[i], close[i]) + value),
  },
  low: {
    max: UINT32_MAX,
    encode: ({ low, open, close }, i) => Math.min(open[i], close[i]) - low[i],
    decode: (value, { open, close }, i) => int32(Math.min(open[i], close[i]) - value),
  },
  minDelta: { sign: -1 },
  maxDelta: { sign: 1 },
  minDeltaQuote: {
    max: MAX_NULLABLE,
    encode: ({ minDeltaQuote }, i) => nullable(-minDeltaQuote[i]),
    decode: (value) => (value === 0 ? Number.NaN : 1 - value),
  },
  maxDeltaQuote: {
    max: MAX_NULLABLE,
    encode: ({ maxDeltaQuote }, i) => nullable(maxDeltaQuote[i]),
    decode: (value) => (value === 0 ? Number.NaN : value - 1),
  },
  rawPoc: {
    max: UINT32_MAX + 1,
    encode: ({ rawPoc, low }, i) => (rawPoc[i] === NO_ROW ? 0 : rawPoc[i] - low[i] + 1),
    decode(value, { low, high }, i) {
      if (value > high[i] - low[i] + 1) corrupt('A raw point of control lies outside its bar')
      return value === 0 ? NO_ROW : low[i] + value - 1
    },
  },
  cellStart: {
    max: UINT32_MAX,
    encode: ({ cellStart }, i) => cellStart[i + 1] - cellStart[i] - 1,
    decode(value, { cellStart, row }, i) {
      const next = cellStart[i] + value + 1
      if (next > row.length) corrupt('A bar has more cells than there are')
      return next
    },
  },
}

/**
 * Encodes bars [from, to) without header and checksum. Values that follow from the rest (bid, ask and trades of a bar,
 * the row of its first cell) are omitted; `checkBars` validates them.
 *
 * Throws  CORRUPT for inconsistent bars, QUANTITY_RANGE for values beyond the format.
 */
export function writeBars(writer: ByteWriter, bars: Bars, from: number, to: number): void {
  checkBars(bars, from, to)
  const { t, state, revision } = bars
  const unit = isAligned(bars, from, to) ? bars.cycleMs : 1
  const states = varies(state, from, to)
  const revisions = varies(revision, from, to)
  const isSplit = bars.overflow !== null && firstOverflow(bars, from, to) < to
  const squares = bars.step > 1 && areSquaresKnown(bars.squares, from, to)
  const edges = hasEdges(bars, from, to)
  const cells = bars.cellStart[to] - bars.cellStart[from]
  writer.varint(bars.cycleMs)
  writer.varint(bars.step)
  writer.varint(to - from)
  writer.varint(to > from ? cells : 0)
  writer.byte(
    (bars.cellBidOffset !== null ? FLAG_OFFSETS : 0) |
      (unit > 1 ? FLAG_ALIGNED : 0) |
      (states ? FLAG_STATES : 0) |
      (revisions ? FLAG_REVISIONS : 0) |
      (isSplit ? FLAG_OVERFLOW : 0) |
      (squares ? FLAG_SQUARES : 0) |
      (edges ? FLAG_EDGES : 0),
  )
  if (to <= from) return
  for (const time of [t[from], t[to - 1]]) {
    if (!(Math.abs(time) <= MAX_TIME)) throw new OrderflowError('QUANTITY_RANGE', `Cannot pack the time ${time}`)
  }
  const column = (value: (i: number) => number): void =>
    writeColumn(writer, from, to, (block, at, count) => {
      for (let k = 0; k < count; k++) block[k] = value(at + k)
    })
  writeTimes(writer, bars, from, to, unit)
  for (const name of PACKED_NAMES) {
    const packing = BAR_PACKINGS[name]
    if ('sign' in packing) {
      writeLotsColumn(writer, bars, name as BarColumnsPacked<'lots'>, { from, to, isSplit, sign: packing.sign })
    } else {
      column((i) => packing.encode(bars, i, i === from))
    }
  }
  if (states) column((i) => state[i])
  else writer.varint(state[from])
  if (revisions) column((i) => revision[i])
  else writer.varint(revision[from])
  writeCells(writer, bars, isSplit, from, to)
  if (edges) writeEdges(writer, bars, isSplit, from, to)
  if (squares) writeSquares(writer, bars.squares, from, to)
}

const PACKED_NAMES = Object.keys(BAR_PACKINGS) as (keyof typeof BAR_PACKINGS)[]

/** Reads the header of a bars section and checks its sizes against the remaining bytes and the limits. */
export function readBarsHead(reader: ByteReader): PackedHead {
  const cycleMs = reader.varint()
  const step = reader.varint()
  const bars = reader.count(MIN_BAR_BYTES)
  const cells = reader.count(MIN_CELL_BYTES)
  const flags = reader.byte()
  const isEmpty = bars === 0 && (cells > 0 || (flags & (FLAG_OVERFLOW | FLAG_SQUARES | FLAG_EDGES)) !== 0)
  const isTwice = step === 1 && (flags & (FLAG_SQUARES | FLAG_EDGES)) !== 0
  if (flags > FLAGS || isTwice || step < 1 || cells < bars || isEmpty) {
    throw new OrderflowError('CORRUPT', 'The header of the bars is inconsistent')
  }
  reader.demand(bars * MIN_BAR_BYTES + cells * MIN_CELL_BYTES)
  return { cycleMs, step, bars, cells, flags }
}

/**
 * Columns for the bars of all these messages, which must have one cycle and step. Messages with and without overflow can
 * be mixed: the remainders of the latter are 0.
 */
export function allocatePacked(heads: readonly PackedHead[], bars: number, cells: number): BarBuffer {
  const { cycleMs, step } = heads[0]
  const has = (flag: number): boolean => heads.some(({ flags }) => (flags & flag) !== 0)
  const offsets = has(FLAG_OFFSETS)
  if (heads.some((head) => head.cycleMs !== cycleMs || head.step !== step || hasOffsets(head) !== offsets)) {
    throw new OrderflowError('CORRUPT', 'The messages differ in cycle or step')
  }
  const sink = allocateBars({ cycleMs, step, bars, cells, offsets })
  if (has(FLAG_OVERFLOW)) sink.overflow = allocateOverflow({ bar: bars, cell: cells }, offsets)
  if (has(FLAG_EDGES)) sink.edges = allocateEdges(bars)
  return sink
}

const hasOffsets = ({ flags }: PackedHead): boolean => (flags & FLAG_OFFSETS) !== 0

/**
 * Decodes bars [bar, bar + head.bars) and their cells from `cell` on. `sink` must have capacity, and overflow columns
 * when the header announces overflow.
 */
export function readBarsInto(reader: ByteReader, head: PackedHead, sink: BarBuffer, bar: number, cell: number): void {
  const { t, state, revision, cellStart } = sink
  const end = bar + head.bars
  cellStart[bar] = cell
  if (head.bars === 0) return
  const has = (flag: number): boolean => (head.flags & flag) !== 0
  const isSplit = has(FLAG_OVERFLOW)
  const column = (max: number, take: (i: number, value: number) => void): void =>
    readColumn(reader, bar, end, max, (block, at, count) => {
      for (let k = 0; k < count; k++) take(at + k, block[k])
    })
  readTimes(reader, { t, cycleMs: head.cycleMs }, bar, end, has(FLAG_ALIGNED) ? head.cycleMs : 1)
  if (!(Math.abs(t[bar]) <= MAX_TIME && Math.abs(t[end - 1]) <= MAX_TIME)) corrupt('A time is out of range')
  for (const name of PACKED_NAMES) {
    const packing = BAR_PACKINGS[name]
    if ('sign' in packing) {
      const range = { from: bar, to: end, isSplit, sign: packing.sign }
      readLotsColumn(reader, sink, name as BarColumnsPacked<'lots'>, range)
    } else {
      const values = sink[name]
      const shift = name === 'cellStart' ? 1 : 0
      column(packing.max, (i, value) => (values[i + shift] = packing.decode(value, sink, i, i === bar)))
    }
  }
  if (cellStart[end] !== cell + head.cells) corrupt('Some cells belong to no bar')
  if (has(FLAG_STATES)) column(BAR_INCOMPLETE, (i, value) => (state[i] = value))
  else state.fill(reader.varint(BAR_INCOMPLETE), bar, end)
  if (has(FLAG_REVISIONS)) column(UINT32_MAX, (i, value) => (revision[i] = value))
  else revision.fill(reader.varint(UINT32_MAX), bar, end)
  readCells(reader, sink, isSplit, bar, end)
  if (has(FLAG_EDGES)) readEdges(reader, sink, isSplit, bar, end)
  if (has(FLAG_SQUARES)) readSquares(reader, sink.squares, bar, end)
  else computeSquares(sink, bar, end)
}

function isAligned(bars: Bars, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if ((bars.t[i] - bars.t[i - 1]) % bars.cycleMs !== 0) return false
  return true
}

function varies(values: Uint8Array | Uint32Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (values[i] !== values[from]) return true
  return false
}

function nullable(value: number): number {
  return Number.isNaN(value) ? 0 : value + 1
}

function int32(price: number): number {
  if ((price | 0) !== price) corrupt('A price leaves Int32')
  return price
}

function corrupt(what: string): never {
  throw new OrderflowError('CORRUPT', what)
}
