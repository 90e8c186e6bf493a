import { OrderflowError } from '../errors.ts'
import { allocateTrades, viewTrades } from '../trades/trade-columns.ts'
import type { Trades } from '../trades/trades.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { idMode, readIds, writeIds } from './id-column.ts'
import { readSeq, seqMode, writeSeq } from './seq-column.ts'
import { readTextIds, TEXT_NONE, textMode, writeTextIds } from './text-ids.ts'
import { readColumn, readValues, UINT32_MAX, unzigzag, writeColumn, writeValues, zigzag } from './columns.ts'

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
export function readTradesForBars(reader: ByteReader, buffers: TradeBuffers): Trades {
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
