import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readColumn, readValues, unzigzag, writeColumn, writeValues, zigzag } from './columns.ts'

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
export function idMode(trades: Trades): number {
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

export function writeIds(writer: ByteWriter, trades: Trades, mode: number): void {
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

export function readIds(reader: ByteReader, fills: Uint32Array, mode: number): Float64Array {
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
