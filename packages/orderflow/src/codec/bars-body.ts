import { OrderflowError } from '../errors.ts'
import { BAR_INCOMPLETE, NO_ROW } from '../bars/bars.ts'
import type { Bars, WideRests } from '../bars/bars.ts'
import { firstWideBar } from '../bars/wide-bars.ts'
import type { BarSink, BarsHead } from './bar-sink.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readCells, writeCells } from './cells-body.ts'
import { checkBars } from './check-bars.ts'
import { readColumn, UINT32_MAX, unzigzag, writeColumn, zigzag } from './columns.ts'
import { hasEdges, readEdges, writeEdges } from './edges-body.ts'
import { areSquaresKnown, noteSquares, readSquares, writeSquares } from './square-columns.ts'
import { readTimes, writeTimes } from './times-body.ts'
import { readWide, writeWide } from './wide-values.ts'

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
/** Quantities use two columns each, because some bar is wide. */
const FLAG_WIDE = 16
/** Rows are coarser than a tick, and sums of squares are included. */
const FLAG_SQUARES = 32
/** Rows are coarser than a tick, and the edge columns are included. */
const FLAG_EDGES = 64
const FLAGS = 127

export interface PackedHead extends BarsHead {
  readonly flags: number
}

/**
 * Encodes bars [from, to) without header and checksum. Values that follow from the rest (bid, ask and trades of a bar,
 * the row of its first cell) are omitted; `checkBars` validates them.
 *
 * Throws  CORRUPT for inconsistent bars, QUANTITY_RANGE for values beyond the format.
 */
export function writeBars(writer: ByteWriter, bars: Bars, from: number, to: number): void {
  checkBars(bars, from, to)
  const { t, open, high, low, close, rawPoc } = bars
  const unit = isAligned(bars, from, to) ? bars.cycleMs : 1
  const states = varies(bars.state, from, to)
  const revisions = varies(bars.revision, from, to)
  const wide = bars.wide !== null && firstWideBar(bars, from, to) < to ? bars.wide : null
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
      (wide !== null ? FLAG_WIDE : 0) |
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
  column((i) => zigzag(close[i] - (i === from ? 0 : close[i - 1])))
  column((i) => zigzag(open[i] - (i === from ? close[i] : close[i - 1])))
  column((i) => high[i] - Math.max(open[i], close[i]))
  column((i) => Math.min(open[i], close[i]) - low[i])
  if (wide === null) {
    column((i) => -bars.minDelta[i])
    column((i) => bars.maxDelta[i])
  } else {
    writeWide(writer, { values: bars.minDelta, rests: wide.minDelta, sign: -1 }, from, to)
    writeWide(writer, { values: bars.maxDelta, rests: wide.maxDelta, sign: 1 }, from, to)
  }
  column((i) => nullable(-bars.minDeltaQuote[i]))
  column((i) => nullable(bars.maxDeltaQuote[i]))
  column((i) => (rawPoc[i] === NO_ROW ? 0 : rawPoc[i] - low[i] + 1))
  column((i) => bars.cellStart[i + 1] - bars.cellStart[i] - 1)
  if (states) column((i) => bars.state[i])
  else writer.varint(bars.state[from])
  if (revisions) column((i) => bars.revision[i])
  else writer.varint(bars.revision[from])
  writeCells(writer, bars, wide, from, to)
  if (edges) writeEdges(writer, bars, wide !== null, from, to)
  if (squares) writeSquares(writer, bars.squares, from, to)
}

/** Reads the header of a bars section and checks its sizes against the remaining bytes and the limits. */
export function readBarsHead(reader: ByteReader): PackedHead {
  const cycleMs = reader.varint()
  const step = reader.varint()
  const bars = reader.count(MIN_BAR_BYTES)
  const cells = reader.count(MIN_CELL_BYTES)
  const flags = reader.byte()
  const isEmpty = bars === 0 && (cells > 0 || (flags & (FLAG_WIDE | FLAG_SQUARES | FLAG_EDGES)) !== 0)
  const isTwice = step === 1 && (flags & (FLAG_SQUARES | FLAG_EDGES)) !== 0
  if (flags > FLAGS || isTwice || step < 1 || cells < bars || isEmpty) {
    throw new OrderflowError('CORRUPT', 'The header of the bars is inconsistent')
  }
  reader.demand(bars * MIN_BAR_BYTES + cells * MIN_CELL_BYTES)
  return {
    cycleMs,
    step,
    bars,
    cells,
    offsets: (flags & FLAG_OFFSETS) !== 0,
    wide: (flags & FLAG_WIDE) !== 0,
    edges: (flags & FLAG_EDGES) !== 0,
    flags,
  }
}

/**
 * Decodes bars [bar, bar + head.bars) and their cells from `cell` on. `sink` must have capacity, and remainder columns
 * when the header is wide.
 */
export function readBarsInto(reader: ByteReader, head: PackedHead, sink: BarSink, bar: number, cell: number): void {
  const { t, open, high, low, close, rawPoc, cellStart } = sink
  const end = bar + head.bars
  sink.cellStart[bar] = cell
  if (head.bars === 0) return
  const unit = (head.flags & FLAG_ALIGNED) !== 0 ? head.cycleMs : 1
  const wide: WideRests | null = head.wide ? sink.wide : null
  const column = (max: number, take: (i: number, value: number) => void): void =>
    readColumn(reader, bar, end, max, (block, at, count) => {
      for (let k = 0; k < count; k++) take(at + k, block[k])
    })
  readTimes(reader, { t, cycleMs: head.cycleMs }, bar, end, unit)
  if (!(Math.abs(t[bar]) <= MAX_TIME && Math.abs(t[end - 1]) <= MAX_TIME)) corrupt('A time is out of range')
  column(MAX_NULLABLE, (i, v) => (close[i] = int32((i === bar ? 0 : close[i - 1]) + unzigzag(v))))
  column(MAX_NULLABLE, (i, v) => (open[i] = int32(close[i === bar ? i : i - 1] + unzigzag(v))))
  column(UINT32_MAX, (i, v) => (high[i] = int32(Math.max(open[i], close[i]) + v)))
  column(UINT32_MAX, (i, v) => (low[i] = int32(Math.min(open[i], close[i]) - v)))
  if (wide === null) {
    column(Number.MAX_SAFE_INTEGER, (i, v) => (sink.minDelta[i] = 0 - v))
    column(Number.MAX_SAFE_INTEGER, (i, v) => (sink.maxDelta[i] = v))
  } else {
    readWide(reader, { values: sink.minDelta, rests: wide.minDelta, sign: -1 }, bar, end)
    readWide(reader, { values: sink.maxDelta, rests: wide.maxDelta, sign: 1 }, bar, end)
  }
  column(MAX_NULLABLE, (i, v) => (sink.minDeltaQuote[i] = v === 0 ? Number.NaN : 1 - v))
  column(MAX_NULLABLE, (i, v) => (sink.maxDeltaQuote[i] = v === 0 ? Number.NaN : v - 1))
  column(UINT32_MAX + 1, (i, v) => {
    if (v > high[i] - low[i] + 1) corrupt('A raw point of control lies outside its bar')
    rawPoc[i] = v === 0 ? NO_ROW : low[i] + v - 1
  })
  let next = cell
  column(UINT32_MAX, (i, v) => {
    next += v + 1
    if (next > cell + head.cells) corrupt('A bar has more cells than there are')
    cellStart[i + 1] = next
  })
  if (next !== cell + head.cells) corrupt('Some cells belong to no bar')
  if ((head.flags & FLAG_STATES) !== 0) column(BAR_INCOMPLETE, (i, v) => (sink.state[i] = v))
  else sink.state.fill(reader.varint(BAR_INCOMPLETE), bar, end)
  if ((head.flags & FLAG_REVISIONS) !== 0) column(UINT32_MAX, (i, v) => (sink.revision[i] = v))
  else sink.revision.fill(reader.varint(UINT32_MAX), bar, end)
  readCells(reader, sink, wide, bar, end)
  if (head.edges) readEdges(reader, sink, head.wide, bar, end)
  if ((head.flags & FLAG_SQUARES) !== 0) readSquares(reader, sink.squares, bar, end)
  else noteSquares(sink, bar, end)
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
