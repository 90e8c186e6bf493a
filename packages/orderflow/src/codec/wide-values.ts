import { bigLotsAt, storeLots } from '../units/lots.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readValues, writeColumn } from './columns.ts'

const BASE = 1e8
const BIG_BASE = 10n ** 8n

/** Location of a column's quantities and their sign: only magnitudes are written. */
export interface WideColumn {
  readonly values: Float64Array
  readonly rests: Float64Array
  readonly sign: 1 | -1
}

/** Writes magnitudes [from, to) as two columns: q mod 10^8, then floor(q / 10^8) (INDICATORS 1). */
export function writeWide(writer: ByteWriter, column: WideColumn, from: number, to: number): void {
  for (const part of [lowerPart, upperPart]) {
    writeColumn(writer, from, to, (block, at, count) => {
      for (let k = 0; k < count; k++) block[k] = part(column, at + k)
    })
  }
}

/**
 * Reads what `writeWide` wrote. For any input a quantity is at most MAX_LOTS and its column entry the nearest double.
 *
 * Throws  CORRUPT, OVERSIZED.
 */
export function readWide(reader: ByteReader, { values, rests, sign }: WideColumn, from: number, to: number): void {
  readValues(reader, values, from, to, BASE - 1)
  // The upper parts are stored temporarily in the remainder column.
  readValues(reader, rests, from, to, Number.MAX_SAFE_INTEGER)
  for (let k = from; k < to; k++) {
    const size = rests[k] * BASE + values[k]
    if (size > Number.MAX_SAFE_INTEGER) {
      const exact = BigInt(rests[k]) * BIG_BASE + BigInt(values[k])
      storeLots(values, rests, k, sign < 0 ? -exact : exact)
    } else {
      values[k] = sign < 0 ? 0 - size : size
      rests[k] = 0
    }
  }
}

/** A magnitude that is not an integer passes through unchanged; the block writer rejects it. */
function lowerPart({ values, rests, sign }: WideColumn, k: number): number {
  const size = sign * values[k]
  if (!(size > Number.MAX_SAFE_INTEGER)) return size % BASE
  return Number((BigInt(sign) * bigLotsAt(values, rests, k)) % BIG_BASE)
}

function upperPart({ values, rests, sign }: WideColumn, k: number): number {
  const size = sign * values[k]
  if (!(size > Number.MAX_SAFE_INTEGER)) return (size - (size % BASE)) / BASE
  return Number((BigInt(sign) * bigLotsAt(values, rests, k)) / BIG_BASE)
}
