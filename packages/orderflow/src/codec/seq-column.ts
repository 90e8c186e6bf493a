import { OrderflowError } from '../errors.ts'
import type { Trades } from '../trades/trades.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readValues, writeColumn } from './columns.ts'

const NONE = 0
/** All values equal: the rows of one import. */
const CONSTANT = 1
/** seq[i + 1] = seq[i] + 1: live trades in order of commit. */
const CONSECUTIVE = 2
/** Difference from the minimum. */
const EXPLICIT = 3

export function seqMode(trades: Trades): number {
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

export function writeSeq(writer: ByteWriter, trades: Trades, mode: number): void {
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

export function readSeq(reader: ByteReader, length: number, mode: number): Float64Array | null {
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
