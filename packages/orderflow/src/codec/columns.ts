import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { BLOCK, readBlock, readWordBlock, writeBlock } from './blocks.ts'

export const UINT32_MAX = 0xffffffff

/** Writes values[from, to) block by block; integers 0 to 2^53. */
export function writeValues(writer: ByteWriter, values: Float64Array, from: number, to: number): void {
  for (let at = from; at < to; at += BLOCK) writeBlock(writer, values, at, Math.min(to, at + BLOCK))
}

/** Reads what `writeValues` wrote. */
export function readValues(reader: ByteReader, out: Float64Array, from: number, to: number, max: number): void {
  for (let at = from; at < to; at += BLOCK) readBlock(reader, out, at, Math.min(to, at + BLOCK), max)
}

/** Like `readValues`, for a column of 32-bit integers. */
export function readWords(reader: ByteReader, out: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at += BLOCK) readWordBlock(reader, out, at, Math.min(to, at + BLOCK))
}

/** Calls `fill(block, from, count)` for every block of [from, to) and writes the result. */
export function writeColumn(
  writer: ByteWriter,
  from: number,
  to: number,
  fill: (block: Float64Array, from: number, count: number) => void,
): void {
  const block = new Float64Array(Math.min(BLOCK, to - from))
  for (let at = from; at < to; at += BLOCK) {
    const count = Math.min(BLOCK, to - at)
    fill(block, at, count)
    writeBlock(writer, block, 0, count)
  }
}

/** Reads block after block and passes each to `take(block, from, count)`. */
export function readColumn(
  reader: ByteReader,
  from: number,
  to: number,
  max: number,
  take: (block: Float64Array, from: number, count: number) => void,
): void {
  const block = new Float64Array(Math.min(BLOCK, to - from))
  for (let at = from; at < to; at += BLOCK) {
    const count = Math.min(BLOCK, to - at)
    readBlock(reader, block, 0, count, max)
    take(block, at, count)
  }
}

/** Zigzag encoding without a branch: 0, -1, 1, -2, … become 0, 1, 2, 3, … Exact below 2^51. */
export function zigzag(value: number): number {
  return Math.abs(2 * value + 0.5) - 0.5
}

export function unzigzag(code: number): number {
  if (code <= UINT32_MAX) return (code >>> 1) ^ -(code & 1)
  const half = Math.floor(code / 2)
  return code === half * 2 ? half : -half - 1
}
