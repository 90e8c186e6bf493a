import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { idMode, readIds, writeIds } from './id-column.ts'
import { readSeq, seqMode, writeSeq } from './seq-column.ts'
import { readTextIds, TEXT_NONE, textMode, writeTextIds } from './text-ids.ts'
import { readColumn, readVarints, unzigzag, writeColumn, writeVarints, zigzag } from './varints.ts'

/** Times stay within this, so that differences of any two are exact when zigzagged. */
const MAX_TIME = 2 ** 51
const MAX_SIDE_FILLS = 2 * 0xffffffff - 1
/** ts, price, qty, side and fills: one byte each at least. */
const MIN_TRADE_BYTES = 4

/**
 * A run of trades without header and checksum: how many, a byte of modes, then the columns one after the other.
 *
 * Input   any order of time (ascending is tighter); ts within +-2^51, id and seq >= 0, qty >= 1, fills >= 1.
 * Throws  QUANTITY_RANGE when a value is none of that.
 * Cost    about 12 ns a trade.
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

  let lastTs = 0
  writeColumn(writer, 0, length, (chunk, from, count) => {
    for (let k = 0; k < count; k++) {
      const next = ts[from + k]
      if (!(Math.abs(next) <= MAX_TIME)) throw new OrderflowError('QUANTITY_RANGE', `Cannot pack the time ${next}`)
      const delta = next - lastTs
      chunk[k] = ascending && from + k > 0 ? delta : zigzag(delta)
      lastTs = next
    }
  })
  let lastPrice = 0
  writeColumn(writer, 0, length, (chunk, from, count) => {
    for (let k = 0; k < count; k++) {
      const next = price[from + k]
      chunk[k] = zigzag(next - lastPrice)
      lastPrice = next
    }
  })
  for (let i = 0; i < length; i += 1024) writeVarints(writer, qty, i, Math.min(length, i + 1024))
  writeColumn(writer, 0, length, (chunk, from, count) => {
    for (let k = 0; k < count; k++) chunk[k] = fills[from + k] * 2 - 2 + buy[from + k]
  })
  writeIds(writer, trades, ids)
  if (trades.textId !== null) writeTextIds(writer, trades.textId, text)
  writeSeq(writer, trades, seq)
}

/** Reads what `writeTrades` wrote. Throws CORRUPT or OVERSIZED; allocates only what the bytes can hold. */
export function readTrades(reader: ByteReader): Trades {
  const length = reader.count(MIN_TRADE_BYTES)
  const modes = reader.byte()
  if (modes > 127) throw new OrderflowError('CORRUPT', 'Unknown modes of trades')
  const ascending = (modes & 1) === 1
  const text = (modes >> 3) & 3
  const ts = new Float64Array(length)
  const price = new Int32Array(length)
  const qty = new Float64Array(length)
  const buy = new Uint8Array(length)
  const fills = new Uint32Array(length)

  let lastTs = 0
  readColumn(reader, 0, length, 2 ** 53, (chunk, from, count) => {
    for (let k = 0; k < count; k++) {
      lastTs += ascending && from + k > 0 ? chunk[k] : unzigzag(chunk[k])
      if (!(Math.abs(lastTs) <= MAX_TIME)) throw new OrderflowError('CORRUPT', 'A time is out of range')
      ts[from + k] = lastTs
    }
  })
  let lastPrice = 0
  readColumn(reader, 0, length, 2 ** 33, (chunk, from, count) => {
    for (let k = 0; k < count; k++) {
      lastPrice += unzigzag(chunk[k])
      if (lastPrice !== (lastPrice | 0)) throw new OrderflowError('CORRUPT', 'A price leaves Int32')
      price[from + k] = lastPrice
    }
  })
  readVarints(reader, qty, 0, length, Number.MAX_SAFE_INTEGER)
  for (let i = 0; i < length; i++) if (qty[i] === 0) throw new OrderflowError('CORRUPT', 'A quantity is 0')
  readColumn(reader, 0, length, MAX_SIDE_FILLS, (chunk, from, count) => {
    for (let k = 0; k < count; k++) {
      const merged = Math.floor(chunk[k] / 2)
      fills[from + k] = merged + 1
      buy[from + k] = chunk[k] - 2 * merged
    }
  })
  const id = readIds(reader, fills, (modes >> 1) & 3)
  const textId = text === TEXT_NONE ? null : readTextIds(reader, length, text)
  const seq = readSeq(reader, length, (modes >> 5) & 3)
  return { length, ts, price, qty, buy, fills, id, textId, seq }
}

function isAscending(values: Float64Array, length: number): boolean {
  for (let i = 1; i < length; i++) if (!(values[i] >= values[i - 1])) return false
  return true
}
