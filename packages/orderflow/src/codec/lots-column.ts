import { bigLotsAt, storeLots } from '../units/lots.ts'
import type { LotsColumns } from '../units/lots.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readValues, writeColumn, writeValues } from './columns.ts'

const BASE = 1e8
const BIG_BASE = 10n ** 8n

/** The entries [from, to) of a column of quantities, as they are packed. */
export interface LotsRange {
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
    if (!(size > Number.MAX_SAFE_INTEGER)) return size % BASE
    return Number((BigInt(sign) * bigLotsAt(columns, name, k)) % BIG_BASE)
  }
  const upper = (k: number): number => {
    const size = sign * values[k]
    if (!(size > Number.MAX_SAFE_INTEGER)) return (size - (size % BASE)) / BASE
    return Number((BigInt(sign) * bigLotsAt(columns, name, k)) / BIG_BASE)
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
  readValues(reader, values, from, to, isSplit ? BASE - 1 : Number.MAX_SAFE_INTEGER)
  if (!isSplit) {
    if (sign < 0) for (let k = from; k < to; k++) values[k] = 0 - values[k]
    return
  }
  const remainders = columns.overflow?.[name] ?? new Float64Array(to)
  // The upper parts are stored temporarily in the overflow column.
  readValues(reader, remainders, from, to, Number.MAX_SAFE_INTEGER)
  for (let k = from; k < to; k++) {
    const size = remainders[k] * BASE + values[k]
    if (size > Number.MAX_SAFE_INTEGER) {
      const exact = BigInt(remainders[k]) * BIG_BASE + BigInt(values[k])
      storeLots(columns, name, k, sign < 0 ? -exact : exact)
    } else {
      values[k] = sign < 0 ? 0 - size : size
      remainders[k] = 0
    }
  }
}
