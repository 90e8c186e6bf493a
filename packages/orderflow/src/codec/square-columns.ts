import { SQUARE_PARTS, storeNativeSquares } from '../bars/square-sums.ts'
import type { BarBuffer } from '../bars/bars.ts'
import { OrderflowError } from '../errors.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readColumn, writeColumn } from './columns.ts'

const BASE = 2 ** 48

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
    readColumn(reader, from, to, part === 0 ? BASE : BASE - 1, (block, at, count) => {
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
