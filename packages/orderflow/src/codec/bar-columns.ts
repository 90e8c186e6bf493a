import { OrderflowError } from '../errors.ts'
import { BAR_LOTS, CELL_LOTS, EDGE_LOTS, firstOverflow, hasOverflow, openEdgeOverflow } from '../bars/bars.ts'
import type { BarBuffer, BarEdges, Bars } from '../bars/bars.ts'
import { STARTS_PER_MS } from '../bars/sequence-rule.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'
import {
  readColumn,
  readValues,
  readWords,
  UINT32_MAX,
  unzigzag,
  writeColumn,
  writeValues,
  zigzag,
} from './integer-blocks.ts'
import { bigLotsAt, MAX_LOTS, storeLots } from '../units/lots.ts'
import type { LotsColumns } from '../units/lots.ts'
import { SQUARE_BASE, SQUARE_PARTS, storeNativeSquares } from '../bars/square-sums.ts'

const MAX_DELTA = 2 ** 53

type Times = Pick<Bars, 't' | 'cycleMs'>

/**
 * Starts of bars [from, to). Time bars: differences in `unit`, never 0. Bars of fills or volume (`cycleMs` 0): the
 * index of the first start within its millisecond, then differences in whole milliseconds, where 0 means the next start
 * in the same millisecond.
 */
export function writeTimes(writer: ByteWriter, { t, cycleMs }: Times, from: number, to: number, unit: number): void {
  if (cycleMs === 0) writer.varint(startInMs(t[from]))
  const floor = Math.floor
  writeColumn(writer, from, to, (block, at, count) => {
    for (let k = 0; k < count; k++) {
      const i = at + k
      if (i === from) block[k] = zigzag(floor(t[i]))
      else block[k] = cycleMs === 0 ? floor(t[i]) - floor(t[i - 1]) : (t[i] - t[i - 1]) / unit - 1
    }
  })
}

/** Reads what `writeTimes` wrote. Throws CORRUPT when more bars start in one millisecond than possible. */
export function readTimes(reader: ByteReader, { t, cycleMs }: Times, from: number, to: number, unit: number): void {
  const isSequence = cycleMs === 0
  let start = isSequence ? reader.varint(STARTS_PER_MS - 1) : 0
  readColumn(reader, from, to, MAX_DELTA, (block, at, count) => {
    for (let k = 0; k < count; k++) {
      const i = at + k
      if (i === from) t[i] = unzigzag(block[k]) + start / STARTS_PER_MS
      else if (!isSequence) t[i] = t[i - 1] + (block[k] + 1) * unit
      else {
        start = block[k] === 0 ? start + 1 : 0
        if (start >= STARTS_PER_MS) throw new OrderflowError('CORRUPT', 'Too many bars begin in one millisecond')
        t[i] = Math.floor(t[i - 1]) + block[k] + start / STARTS_PER_MS
      }
    }
  })
}

/**
 * Whether a bar may follow another: later, and for bars of fills or volume at the first free start of its millisecond.
 */
export function timesFollow(before: number, t: number, cycleMs: number): boolean {
  if (cycleMs > 0) return t > before
  const sameMs = Math.floor(t) === Math.floor(before)
  return sameMs ? t === before + 1 / STARTS_PER_MS : t > before && Number.isInteger(t)
}

function startInMs(t: number): number {
  return (t - Math.floor(t)) * STARTS_PER_MS
}

/** The cells of bars [from, to): row gaps, then lots and fills of both sides, then the quote offsets if there are any. */
export function writeCells(writer: ByteWriter, bars: Bars, isSplit: boolean, from: number, to: number): void {
  const first = bars.cellStart[from]
  const end = bars.cellStart[to]
  let bar = from
  writeColumn(writer, first, end, (block, at, count) => {
    for (let k = 0; k < count; k++) {
      const j = at + k
      if (j === bars.cellStart[bar + 1]) bar++
      block[k] = j === bars.cellStart[bar] ? 0 : bars.row[j] - bars.row[j - 1] - 1
    }
  })
  const range = { from: first, to: end, isSplit }
  for (const name of ['cellBid', 'cellAsk'] as const) writeLotsColumn(writer, bars, name, range)
  writeFills(writer, bars.cellBidTrades, bars.cellBid, first, end)
  writeFills(writer, bars.cellAskTrades, bars.cellAsk, first, end)
  for (const name of ['cellBidOffset', 'cellAskOffset'] as const) writeLotsColumn(writer, bars, name, range)
}

/** Decodes the cells of bars [bar, end) and the bars' sums. `cellStart`, high and low must already be set. */
export function readCells(reader: ByteReader, sink: BarBuffer, isSplit: boolean, bar: number, end: number): void {
  const from = sink.cellStart[bar]
  const to = sink.cellStart[end]
  readRows(reader, sink, bar, end)
  const range = { from, to, isSplit }
  for (const name of ['cellBid', 'cellAsk'] as const) readLotsColumn(reader, sink, name, range)
  readFills(reader, sink.cellBidTrades, sink.cellBid, from, to)
  readFills(reader, sink.cellAskTrades, sink.cellAsk, from, to)
  for (const name of ['cellBidOffset', 'cellAskOffset'] as const) readLotsColumn(reader, sink, name, range)
  sumCells(sink, bar, end, isSplit)
  if (isSplit) sumCellsExactly(sink, bar, end)
}

/** Rows of a bar ascend from the row of its low to the row of its high; throws CORRUPT otherwise. */
function readRows(reader: ByteReader, sink: BarBuffer, firstBar: number, endBar: number): void {
  const { row, low, high, step, cellStart } = sink
  const from = cellStart[firstBar]
  const gaps = new Uint32Array(cellStart[endBar] - from)
  readWords(reader, gaps, 0, gaps.length)
  for (let i = firstBar; i < endBar; i++) {
    const end = cellStart[i + 1]
    const last = Math.floor(high[i] / step)
    let current = Math.floor(low[i] / step) - 1
    for (let j = cellStart[i]; j < end; j++) {
      current += gaps[j - from] + 1
      row[j] = current
    }
    if (current !== last) throw new OrderflowError('CORRUPT', 'Rows do not reach from low to high')
  }
}

function sumCells(sink: BarBuffer, firstBar: number, endBar: number, isSplit: boolean): void {
  const { cellStart, cellBid, cellAsk, cellBidTrades, cellAskTrades } = sink
  for (let i = firstBar; i < endBar; i++) {
    let bid = 0
    let ask = 0
    let trades = 0
    for (let j = cellStart[i]; j < cellStart[i + 1]; j++) {
      if (cellBid[j] + cellAsk[j] === 0) throw new OrderflowError('CORRUPT', 'A cell is empty')
      bid += cellBid[j]
      ask += cellAsk[j]
      trades += cellBidTrades[j] + cellAskTrades[j]
    }
    sink.bid[i] = bid
    sink.ask[i] = ask
    sink.trades[i] = trades
    if (trades > UINT32_MAX || (!isSplit && hasOverflow(sink, i))) {
      throw new OrderflowError('CORRUPT', 'The sums of a bar are out of range')
    }
  }
}

/** A side with lots has at least one fill, so the count is stored minus one. */
function writeFills(writer: ByteWriter, fills: Uint32Array, lots: Float64Array, from: number, to: number): void {
  writeColumn(writer, from, to, (block, at, count) => {
    for (let k = 0; k < count; k++) block[k] = fills[at + k] - Number(lots[at + k] > 0)
  })
}

function readFills(reader: ByteReader, out: Uint32Array, lots: Float64Array, from: number, to: number): void {
  readWords(reader, out, from, to)
  // Number(...) instead of a condition: which sides are empty is unpredictable, and a branch takes three times as long.
  for (let j = from; j < to; j++) out[j] += Number(lots[j] > 0)
}

/** Whether any bar of [from, to) has edges; at step 1 the cells already contain them. */
export function hasEdges(bars: Bars, from: number, to: number): boolean {
  return bars.step > 1 && bars.edges !== null && bars.edges.cells.subarray(from, to).some((cells) => cells > 0)
}

/** Writes the edges of bars [from, to): five columns; those of lots in two parts each when the message overflows. */
export function writeEdges(writer: ByteWriter, bars: Bars, isSplit: boolean, from: number, to: number): void {
  const edges = bars.edges as BarEdges
  writeColumn(writer, from, to, (block, at, count) => {
    for (let k = 0; k < count; k++) block[k] = edges.cells[at + k]
  })
  for (const name of EDGE_LOTS) writeLotsColumn(writer, edges, name, { from, to, isSplit })
}

/** Reads what `writeEdges` wrote, after the cells. Throws CORRUPT when it contradicts them. */
export function readEdges(reader: ByteReader, sink: BarBuffer, isSplit: boolean, from: number, to: number): void {
  const edges = sink.edges as BarEdges
  readWords(reader, edges.cells, from, to)
  if (isSplit) openEdgeOverflow(edges)
  for (const name of EDGE_LOTS) readLotsColumn(reader, edges, name, { from, to, isSplit })
  for (let i = from; i < to; i++) {
    const fault = edgesFault(sink, i)
    if (fault !== null) throw new OrderflowError('CORRUPT', `The ends of a bar ${fault}`)
  }
}

/**
 * Describes what is wrong with the edges of bar i; null when valid. The extreme tick has volume, at most that of its
 * row; a bar has at least as many native cells as coarser ones, and at most two for each tick of its range.
 */
export function edgesFault(bars: Bars, i: number): string | null {
  const { edges, cellBid, cellAsk } = bars
  if (edges === null || bars.step === 1) return null
  const first = bars.cellStart[i]
  const last = bars.cellStart[i + 1] - 1
  const sums = EDGE_LOTS.map((name) => edges[name][i])
  if (sums.some((lots) => !Number.isInteger(lots) || lots < 0 || lots > Number(MAX_LOTS))) return 'are no quantities'
  const [highBid, highAsk, lowBid, lowAsk] = sums
  if (edges.cells[i] === 0) return highBid + highAsk + lowBid + lowAsk === 0 ? null : 'are half known'
  if (highBid + highAsk === 0 || lowBid + lowAsk === 0) return 'did not trade'
  if (highBid > cellBid[last] || highAsk > cellAsk[last]) return 'traded more than the highest row'
  if (lowBid > cellBid[first] || lowAsk > cellAsk[first]) return 'traded more than the lowest row'
  let cells = 0
  for (let k = first; k <= last; k++) cells += Number(cellBid[k] > 0) + Number(cellAsk[k] > 0)
  const most = 2 * (bars.high[i] - bars.low[i] + 1)
  return edges.cells[i] < cells || edges.cells[i] > most ? 'have cells that are not those of its range' : null
}

/** Whether any bar of [from, to) has a sum of squares. */
export function areSquaresKnown(squares: Float64Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!Number.isNaN(squares[SQUARE_PARTS * i])) return true
  return false
}

/** Writes the sums of bars [from, to) part by part, lowest first. The lowest part is stored plus 1; 0 means unknown. */
export function writeSquares(writer: ByteWriter, squares: Float64Array, from: number, to: number): void {
  for (let part = 0; part < SQUARE_PARTS; part++) {
    writeColumn(writer, from, to, (block, at, count) => {
      for (let k = 0; k < count; k++) {
        const value = squares[SQUARE_PARTS * (at + k) + part]
        block[k] = Number.isNaN(value) ? 0 : value + Number(part === 0)
      }
    })
  }
}

/** Reads what `writeSquares` wrote. */
export function readSquares(reader: ByteReader, squares: Float64Array, from: number, to: number): void {
  for (let part = 0; part < SQUARE_PARTS; part++) {
    readColumn(reader, from, to, part === 0 ? SQUARE_BASE : SQUARE_BASE - 1, (block, at, count) => {
      for (let k = 0; k < count; k++) {
        const place = SQUARE_PARTS * (at + k)
        if (part === 0) squares[place] = block[k] === 0 ? Number.NaN : block[k] - 1
        else if (!Number.isNaN(squares[place])) squares[place + part] = block[k]
        else if (block[k] === 0) squares[place + part] = Number.NaN
        else throw new OrderflowError('CORRUPT', 'A sum of squares has no lowest part')
      }
    })
  }
}

/** Sums for a message without the columns: computed from the cells at step 1, otherwise unknown. */
export function computeSquares(sink: BarBuffer, from: number, to: number): void {
  if (sink.step > 1) {
    sink.squares.fill(Number.NaN, SQUARE_PARTS * from, SQUARE_PARTS * to)
    return
  }
  for (let i = from; i < to; i++) storeNativeSquares(sink, i)
}

const SPLIT_BASE = 1e8
const SPLIT_BASE_BIG = 10n ** 8n

/** The entries [from, to) of a column of quantities, as they are packed. */
interface LotsRange {
  readonly from: number
  readonly to: number
  /** Some quantity of the message overflows: every column is written as two, q mod 10^8 and floor(q / 10^8). */
  readonly isSplit: boolean
  /** Of all entries, 1 by default: only magnitudes are written. */
  readonly sign?: 1 | -1
}

/** Writes a column of quantities (INDICATORS 1); nothing for a null column. */
export function writeLotsColumn<Name extends string>(
  writer: ByteWriter,
  columns: LotsColumns<Name>,
  name: Name,
  { from, to, isSplit, sign = 1 }: LotsRange,
): void {
  const values = columns[name]
  if (values === null) return
  if (!isSplit && sign > 0) {
    writeValues(writer, values, from, to)
    return
  }
  // A magnitude that is not an integer passes through unchanged; the block writer rejects it.
  const lower = (k: number): number => {
    const size = sign * values[k]
    if (!(size > Number.MAX_SAFE_INTEGER)) return size % SPLIT_BASE
    return Number((BigInt(sign) * bigLotsAt(columns, name, k)) % SPLIT_BASE_BIG)
  }
  const upper = (k: number): number => {
    const size = sign * values[k]
    if (!(size > Number.MAX_SAFE_INTEGER)) return (size - (size % SPLIT_BASE)) / SPLIT_BASE
    return Number((BigInt(sign) * bigLotsAt(columns, name, k)) / SPLIT_BASE_BIG)
  }
  for (const part of isSplit ? [lower, upper] : [(k: number) => sign * values[k]]) {
    writeColumn(writer, from, to, (block, at, count) => {
      for (let k = 0; k < count; k++) block[k] = part(at + k)
    })
  }
}

/**
 * Reads what `writeLotsColumn` wrote; a split column needs its overflow column. For any input a quantity is at most
 * MAX_LOTS and its column entry the nearest double.
 *
 * Throws  CORRUPT, OVERSIZED.
 */
export function readLotsColumn<Name extends string>(
  reader: ByteReader,
  columns: LotsColumns<Name>,
  name: Name,
  { from, to, isSplit, sign = 1 }: LotsRange,
): void {
  const values = columns[name]
  if (values === null) return
  readValues(reader, values, from, to, isSplit ? SPLIT_BASE - 1 : Number.MAX_SAFE_INTEGER)
  if (!isSplit) {
    if (sign < 0) for (let k = from; k < to; k++) values[k] = 0 - values[k]
    return
  }
  const remainders = columns.overflow?.[name] ?? new Float64Array(to)
  // The upper parts are stored temporarily in the overflow column.
  readValues(reader, remainders, from, to, Number.MAX_SAFE_INTEGER)
  for (let k = from; k < to; k++) {
    const size = remainders[k] * SPLIT_BASE + values[k]
    if (size > Number.MAX_SAFE_INTEGER) {
      const exact = BigInt(remainders[k]) * SPLIT_BASE_BIG + BigInt(values[k])
      storeLots(columns, name, k, sign < 0 ? -exact : exact)
    } else {
      values[k] = sign < 0 ? 0 - size : size
      remainders[k] = 0
    }
  }
}

/**
 * Computes exact bid and ask of bars [bar, end), whose nearest doubles are already set.
 *
 * Throws  CORRUPT for messages the encoder never writes: a total beyond MAX_LOTS, a running delta beyond 2^53 - 1 in a
 *         bar that does not overflow, or no bar that does.
 */
function sumCellsExactly(sink: BarBuffer, bar: number, end: number): void {
  const { bid, ask, minDelta, maxDelta, cellStart } = sink
  if (firstOverflow(sink, bar, end) === end) corrupt('The bars are marked as overflowing, and none is')
  for (let i = bar; i < end; i++) {
    if (!(bid[i] + ask[i] > Number.MAX_SAFE_INTEGER)) {
      if (Math.max(maxDelta[i], -minDelta[i]) > Number.MAX_SAFE_INTEGER) corrupt('A running delta is beyond its bar')
      continue
    }
    const sums = {
      bid: sumColumn(sink, 'cellBid', cellStart[i], cellStart[i + 1]),
      ask: sumColumn(sink, 'cellAsk', cellStart[i], cellStart[i + 1]),
    }
    if (sums.bid > MAX_LOTS || sums.ask > MAX_LOTS) corrupt('The sums of a bar are out of range')
    storeLots(sink, 'bid', i, sums.bid)
    storeLots(sink, 'ask', i, sums.ask)
  }
}

/** Describes what is wrong with the quantities of bar i, which overflows or has remainders; null when valid. */
export function overflowFault(bars: Bars, i: number): string | null {
  const { overflow, minDelta, maxDelta, cellStart } = bars
  if (!hasOverflow(bars, i)) {
    const isBeyond = Math.max(maxDelta[i], -minDelta[i]) > Number.MAX_SAFE_INTEGER
    return isBeyond ? 'has a running delta beyond its volume' : null
  }
  if (overflow === null) return 'has quantities beyond 2^53 - 1 and no remainders'
  const [first, end] = [cellStart[i], cellStart[i + 1]]
  const areExact =
    BAR_LOTS.every((name) => isExact(bars, name, i, i + 1)) &&
    CELL_LOTS.every((name) => isExact(bars, name, first, end))
  if (!areExact) {
    return 'has a quantity that is no integer up to 2^53 x 10^8, or a remainder that is not that of its double'
  }
  const agree =
    sumColumn(bars, 'cellBid', first, end) === bigLotsAt(bars, 'bid', i) &&
    sumColumn(bars, 'cellAsk', first, end) === bigLotsAt(bars, 'ask', i)
  return agree ? null : 'has sums that are not those of its cells'
}

function isExact<Name extends string>(columns: LotsColumns<Name>, name: Name, from: number, to: number): boolean {
  const values = columns[name]
  const remainders = columns.overflow === null ? null : columns.overflow[name]
  if (values === null || remainders === null) return values === remainders
  for (let k = from; k < to; k++) {
    if (!Number.isInteger(values[k]) || !Number.isInteger(remainders[k])) return false
    const exact = bigLotsAt(columns, name, k)
    if (Number(exact) !== values[k] || exact > MAX_LOTS || exact < -MAX_LOTS) return false
  }
  return true
}

function sumColumn<Name extends string>(columns: LotsColumns<Name>, name: Name, from: number, to: number): bigint {
  let sum = 0n
  for (let k = from; k < to; k++) sum += bigLotsAt(columns, name, k)
  return sum
}

function corrupt(what: string): never {
  throw new OrderflowError('CORRUPT', what)
}
