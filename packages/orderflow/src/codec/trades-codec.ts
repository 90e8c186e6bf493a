import { allocateTrades, viewTrades } from '../trades/trades.ts'
import type { Trades } from '../trades/trades.ts'
import { KIND_TRADES, openContainer, sealContainer, startContainer } from './container.ts'
import type { ByteReader, ByteWriter, DecodeLimits } from './bytes.ts'
import { OrderflowError } from '../errors.ts'
import { readTextIds, TEXT_NONE, textMode, writeTextIds } from './text-ids.ts'
import { readColumn, readValues, UINT32_MAX, unzigzag, writeColumn, writeValues, zigzag } from './integer-blocks.ts'

/**
 * Encodes trades as one packed message (docs/decisions/packed-format.md).
 *
 * Input   any order (canonical is smallest); see `Trades` for the ranges. Throws QUANTITY_RANGE beyond them.
 * Output  a new buffer, about 5-6 bytes per trade.
 */
export function encodeTrades(trades: Trades): Uint8Array<ArrayBuffer> {
  const writer = startContainer(64 + trades.length * 7)
  writeTrades(writer, trades)
  return sealContainer(writer, KIND_TRADES)
}

/**
 * Decodes a message made by `encodeTrades`: same order, newly allocated columns.
 *
 * Throws  OrderflowError FOREIGN, VERSION, TRUNCATED, OVERSIZED or CORRUPT; no other error for any input.
 */
export function decodeTrades(bytes: Uint8Array, limits?: DecodeLimits): Trades {
  const reader = openContainer(bytes, KIND_TRADES, limits)
  const trades = readTrades(reader)
  reader.finish()
  return trades
}

/**
 * Decodes only the columns needed for bars, into memory that the next call with the same buffers overwrites. Ids are 0,
 * seq is null.
 *
 * Throws  as `decodeTrades`.
 */
export function decodeTradesForBars(bytes: Uint8Array, buffers: TradeBuffers): Trades {
  return readTradesForBars(openContainer(bytes, KIND_TRADES), buffers)
}

/** Bound of timestamps: the zigzag-encoded difference of any two is still exact. */
const MAX_TIME = 2 ** 49
/** ts, price, qty and fills take at least a quarter of a byte each, the side one bit. */
const MIN_TRADE_BYTES = 1

/**
 * Encodes trades without header and checksum: the count, a byte of modes, then one column after the other.
 *
 * Input   trades in any order (ascending time is smallest); ts within +-2^49, id and seq >= 0, qty >= 1, fills >= 1.
 * Throws  QUANTITY_RANGE when a value is out of range.
 * Cost    about 40 ns a trade.
 */
export function writeTrades(writer: ByteWriter, trades: Trades): void {
  const { length, ts, price, qty, buy, fills } = trades
  const ascending = isAscending(ts, length)
  const ids = idMode(trades)
  const text = textMode(trades.textId)
  const seq = seqMode(trades)
  writer.varint(length)
  writer.byte((ascending ? 1 : 0) | (ids << 1) | (text << 3) | (seq << 5))
  if (length === 0) return

  writeTimes(writer, ts, length, ascending)
  let lastPrice = 0
  writeColumn(writer, 0, length, (block, from, count) => {
    let before = lastPrice
    for (let k = 0; k < count; k++) {
      const next = price[from + k]
      block[k] = zigzag(next - before)
      before = next
    }
    lastPrice = before
  })
  for (let i = 0; i < length; i++) if (qty[i] < 1) refuse('quantity', qty[i])
  writeValues(writer, qty, 0, length)
  writeColumn(writer, 0, length, (block, from, count) => {
    for (let k = 0; k < count; k++) block[k] = fills[from + k] - 1
  })
  writeSides(writer, buy, length)
  writeIds(writer, trades, ids)
  if (trades.textId !== null) writeTextIds(writer, trades.textId, text)
  writeSeq(writer, trades, seq)
}

/** The columns needed to build bars: all but id and seq. */
type BarColumns = Pick<Trades, 'ts' | 'price' | 'qty' | 'buy' | 'fills'>

/** Reusable memory for decoding: each decoded run overwrites the previous one. Ids are 0. */
export class TradeBuffers {
  #trades: Trades = allocateTrades(0)

  take(length: number): Trades {
    if (length > this.#trades.length) this.#trades = allocateTrades(Math.ceil(length * 1.25))
    return viewTrades(this.#trades, 0, length)
  }
}

/** Reads what `writeTrades` wrote. Throws CORRUPT or OVERSIZED; allocates only what the bytes can hold. */
export function readTrades(reader: ByteReader): Trades {
  const length = reader.count(MIN_TRADE_BYTES)
  const modes = readModes(reader)
  const trades = allocateTrades(length)
  readBarColumns(reader, trades, modes)
  const text = (modes >> 3) & 3
  trades.id = readIds(reader, trades.fills, (modes >> 1) & 3)
  trades.textId = text === TEXT_NONE ? null : readTextIds(reader, length, text)
  trades.seq = readSeq(reader, length, (modes >> 5) & 3)
  return trades
}

/** Like `readTrades`, but without ids (all 0) and seq, into `buffers`; the reader stops before the ids. */
function readTradesForBars(reader: ByteReader, buffers: TradeBuffers): Trades {
  const length = reader.count(MIN_TRADE_BYTES)
  const modes = readModes(reader)
  const trades = buffers.take(length)
  readBarColumns(reader, trades, modes)
  return trades
}

function readModes(reader: ByteReader): number {
  const modes = reader.byte()
  if (modes > 127) throw new OrderflowError('CORRUPT', 'Unknown modes of trades')
  return modes
}

function readBarColumns(reader: ByteReader, { ts, price, qty, buy, fills }: BarColumns, modes: number): void {
  const { length } = ts
  const ascending = (modes & 1) === 1
  readTimes(reader, ts, ascending)
  let lastPrice = 0
  readColumn(reader, 0, length, 2 ** 33, (block, from, count) => {
    // A local counter: a variable captured by a closure is allocated on the heap.
    let at = lastPrice
    for (let k = 0; k < count; k++) {
      at += unzigzag(block[k])
      if (at !== (at | 0)) throw new OrderflowError('CORRUPT', 'A price leaves Int32')
      price[from + k] = at
    }
    lastPrice = at
  })
  readValues(reader, qty, 0, length, Number.MAX_SAFE_INTEGER)
  for (let i = 0; i < length; i++) if (qty[i] === 0) throw new OrderflowError('CORRUPT', 'A quantity is 0')
  readColumn(reader, 0, length, UINT32_MAX - 1, (block, from, count) => {
    for (let k = 0; k < count; k++) fills[from + k] = block[k] + 1
  })
  readSides(reader, buy)
}

/** The first time, then the differences: plain when none is negative, zigzag-encoded otherwise. */
function writeTimes(writer: ByteWriter, ts: Float64Array, length: number, ascending: boolean): void {
  for (let i = 0; i < length; i++) {
    if (!(Math.abs(ts[i]) <= MAX_TIME && Number.isInteger(ts[i]))) refuse('time', ts[i])
  }
  writer.varint(zigzag(ts[0]))
  writeColumn(writer, 1, length, (block, from, count) => {
    for (let k = 0; k < count; k++) block[k] = ts[from + k] - ts[from + k - 1]
    if (!ascending) for (let k = 0; k < count; k++) block[k] = zigzag(block[k])
  })
}

function readTimes(reader: ByteReader, ts: Float64Array, ascending: boolean): void {
  if (ts.length === 0) return
  let last = unzigzag(reader.varint(MAX_TIME * 2))
  ts[0] = last
  readColumn(reader, 1, ts.length, MAX_TIME * 4, (block, from, count) => {
    if (!ascending) for (let k = 0; k < count; k++) block[k] = unzigzag(block[k])
    let at = last
    for (let k = 0; k < count; k++) {
      at += block[k]
      ts[from + k] = at
    }
    last = at
    // Between two checks a time moves by at most 2^63, so the check cannot miss an overflow.
    if (!(Math.abs(last) <= MAX_TIME)) throw new OrderflowError('CORRUPT', 'A time is out of range')
  })
}

/** One bit per trade, lowest bit first. */
function writeSides(writer: ByteWriter, buy: Uint8Array, length: number): void {
  writer.reserve((length + 7) >> 3)
  for (let i = 0; i < length; i += 8) {
    let bits = 0
    for (let k = Math.min(7, length - 1 - i); k >= 0; k--) bits = (bits << 1) | (buy[i + k] & 1)
    writer.bytes[writer.length++] = bits
  }
}

function readSides(reader: ByteReader, buy: Uint8Array): void {
  const size = (buy.length + 7) >> 3
  reader.demand(size)
  const { bytes, pos } = reader
  const whole = buy.length & ~7
  for (let i = 0; i < whole; i += 8) {
    const bits = bytes[pos + (i >> 3)]
    buy[i] = bits & 1
    buy[i + 1] = (bits >> 1) & 1
    buy[i + 2] = (bits >> 2) & 1
    buy[i + 3] = (bits >> 3) & 1
    buy[i + 4] = (bits >> 4) & 1
    buy[i + 5] = (bits >> 5) & 1
    buy[i + 6] = (bits >> 6) & 1
    buy[i + 7] = bits >> 7
  }
  for (let i = whole; i < buy.length; i++) buy[i] = (bytes[pos + (i >> 3)] >> (i & 7)) & 1
  reader.pos += size
}

function refuse(what: string, value: number): never {
  throw new OrderflowError('QUANTITY_RANGE', `Cannot pack the ${what} ${value}`)
}

function isAscending(values: Float64Array, length: number): boolean {
  for (let i = 1; i < length; i++) if (!(values[i] >= values[i - 1])) return false
  return true
}

/** id[i + 1] = id[i] + 1: positions. */
const COUNTING = 0
/** id[i + 1] = id[i] + fills[i] with listed exceptions: venues that number fills. */
const BY_FILLS = 1
/** Differences from that expectation, one per trade: sparse ids. */
const DIFFERENCES = 2
/** The ids themselves, when a difference would not be exact. */
const PLAIN = 3

const MAX_DIFFERENCE = 2 ** 50
const MAX_ID = Number.MAX_SAFE_INTEGER

/** Chooses the smallest encoding for these ids, which must be safe integers >= 0. */
function idMode(trades: Trades): number {
  const { id, fills, length } = trades
  let counting = true
  let exceptions = 0
  let small = true
  for (let i = 0; i < length; i++) {
    if (!(id[i] >= 0 && id[i] <= MAX_ID)) throw new OrderflowError('QUANTITY_RANGE', `Cannot pack the id ${id[i]}`)
  }
  for (let i = 1; i < length; i++) {
    if (id[i] !== id[i - 1] + 1) counting = false
    const difference = id[i] - expected(id[i - 1], fills[i - 1])
    if (difference !== 0) exceptions++
    if (Math.abs(difference) > MAX_DIFFERENCE) small = false
  }
  if (counting) return COUNTING
  if (!small) return PLAIN
  return exceptions * 3 < length ? BY_FILLS : DIFFERENCES
}

function writeIds(writer: ByteWriter, trades: Trades, mode: number): void {
  const { id, fills, length } = trades
  if (mode === PLAIN) {
    writeValues(writer, id, 0, length)
    return
  }
  writer.varint(id[0])
  if (mode === DIFFERENCES) {
    writeColumn(writer, 1, length, (block, from, count) => {
      for (let k = 0; k < count; k++) {
        const i = from + k
        block[k] = zigzag(id[i] - expected(id[i - 1], fills[i - 1]))
      }
    })
  }
  if (mode !== BY_FILLS) return
  const places: number[] = []
  for (let i = 1; i < length; i++) if (id[i] !== expected(id[i - 1], fills[i - 1])) places.push(i)
  writer.varint(places.length)
  let last = 0
  for (const i of places) {
    writer.varint(i - last - 1)
    writer.varint(zigzag(id[i] - expected(id[i - 1], fills[i - 1])))
    last = i
  }
}

function readIds(reader: ByteReader, fills: Uint32Array, mode: number): Float64Array {
  const length = fills.length
  const id = new Float64Array(length)
  if (length === 0) return id
  if (mode === PLAIN) {
    readValues(reader, id, 0, length, MAX_ID)
    return id
  }
  id[0] = reader.varint()
  if (mode === COUNTING) {
    for (let i = 1; i < length; i++) id[i] = id[0] + i
    checkId(id[length - 1])
  } else if (mode === DIFFERENCES) {
    readColumn(reader, 1, length, 2 ** 52, (block, from, count) => {
      for (let k = 0; k < count; k++) {
        const i = from + k
        id[i] = expected(id[i - 1], fills[i - 1]) + unzigzag(block[k])
        checkId(id[i])
      }
    })
  } else {
    readByFills(reader, fills, id)
  }
  return id
}

function readByFills(reader: ByteReader, fills: Uint32Array, id: Float64Array): void {
  let left = reader.varint(id.length - 1)
  let place = left > 0 ? reader.varint(id.length) + 1 : -1
  for (let i = 1; i < id.length; i++) {
    let next = expected(id[i - 1], fills[i - 1])
    if (i === place) {
      next += unzigzag(reader.varint())
      checkId(next)
      place = --left > 0 ? i + reader.varint(id.length) + 1 : -1
    }
    id[i] = next
  }
  if (left > 0) throw new OrderflowError('CORRUPT', 'An exception among the ids is out of range')
}

/** Clamped so that the difference from it stays exact. */
function expected(id: number, fills: number): number {
  return Math.min(id + fills, MAX_ID)
}

function checkId(id: number): void {
  if (!(id >= 0 && id <= MAX_ID)) throw new OrderflowError('CORRUPT', 'An id is out of range')
}

const NONE = 0
/** All values equal: the rows of one import. */
const CONSTANT = 1
/** seq[i + 1] = seq[i] + 1: live trades in order of commit. */
const CONSECUTIVE = 2
/** Difference from the minimum. */
const EXPLICIT = 3

function seqMode(trades: Trades): number {
  const { seq, length } = trades
  if (seq === null) return NONE
  let constant = true
  let consecutive = true
  for (let i = 0; i < length; i++) {
    if (!(seq[i] >= 0 && seq[i] <= Number.MAX_SAFE_INTEGER)) {
      throw new OrderflowError('QUANTITY_RANGE', `Cannot pack the seq ${seq[i]}`)
    }
  }
  for (let i = 1; i < length; i++) {
    if (seq[i] !== seq[i - 1]) constant = false
    if (seq[i] !== seq[i - 1] + 1) consecutive = false
  }
  return constant ? CONSTANT : consecutive ? CONSECUTIVE : EXPLICIT
}

function writeSeq(writer: ByteWriter, trades: Trades, mode: number): void {
  const { seq, length } = trades
  if (seq === null || length === 0) return
  let least = seq[0]
  for (let i = 1; i < length; i++) least = Math.min(least, seq[i])
  writer.varint(least)
  if (mode !== EXPLICIT) return
  writeColumn(writer, 0, length, (block, from, count) => {
    for (let k = 0; k < count; k++) block[k] = seq[from + k] - least
  })
}

function readSeq(reader: ByteReader, length: number, mode: number): Float64Array | null {
  if (mode === NONE) return null
  const seq = new Float64Array(length)
  if (length === 0) return seq
  const least = reader.varint()
  if (mode === EXPLICIT) readValues(reader, seq, 0, length, Number.MAX_SAFE_INTEGER - least)
  for (let i = 0; i < length; i++)
    seq[i] = mode === CONSECUTIVE ? least + i : mode === CONSTANT ? least : seq[i] + least
  if (seq[length - 1] > Number.MAX_SAFE_INTEGER) throw new OrderflowError('CORRUPT', 'A seq is out of range')
  return seq
}
