import { MAX_VARINT } from './bytes.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'
import { OrderflowError } from '../errors.ts'

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

/** Values per block: columns pass through a buffer of this size, which fits the L1 cache. */
const BLOCK = 1024
/** Shorter blocks are plain varints: lengths and tags would cost more than they save. */
const MIN_TAGGED = 16
const TWO_32 = 0x100000000
/** Bit masks of a value's lower and upper word for lengths 0 to 7. */
const LOW_MASK = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1, -1, -1, -1)
const HIGH_MASK = Int32Array.of(0, 0, 0, 0, 0, 0xff, 0xffff, 0xffffff)

/**
 * Writes values[from, to) as one block.
 *
 * Layout  fewer than 16 values: varints. Otherwise u16 with the four lengths in bytes (3 bits each, ascending) that
 *         make the block smallest, then a two-bit tag per value (four per byte, lowest first) selecting one of the four
 *         lengths, then the values, little-endian, without gaps.
 * Input   integers 0 to 2^53, at most BLOCK of them. Throws QUANTITY_RANGE otherwise (NaN and fractions included).
 * Cost    two passes without branches on the values.
 */
function writeBlock(writer: ByteWriter, values: Float64Array, from: number, to: number): void {
  if (to - from < MIN_TAGGED) {
    writeVarints(writer, values, from, to)
    return
  }
  const tags = writer.scratch
  // Two alternating counters per length, so that an increment does not wait for the previous one.
  const counters = new Uint32Array(16)
  for (let i = from; i < to; i++) {
    const value = values[i]
    const low = value >>> 0
    const length = low === value ? (39 - Math.clz32(low)) >>> 3 : longLength(value)
    tags[i - from] = length
    counters[length | ((i & 1) << 3)]++
  }
  const lengths = bestLengths(counters.subarray(0, 8).map((count, length) => count + counters[length + 8]))
  const tagOf = new Uint8Array(8)
  for (let length = 7, tag = 3; length >= 0; length--) {
    while (tag > 0 && lengths[tag - 1] >= length) tag--
    tagOf[length] = tag
  }
  writeTagged(writer, values, from, to, lengths, tagOf)
}

function writeTagged(
  writer: ByteWriter,
  values: Float64Array,
  from: number,
  to: number,
  lengths: Uint8Array,
  tagOf: Uint8Array,
): void {
  const count = to - from
  const tags = writer.scratch
  tags.fill(0, count, count + 3)
  // Eight extra bytes: values are written as whole words.
  writer.reserve(2 + (count >> 2) + 1 + count * 7 + 8)
  const { bytes, view } = writer
  let pos = writer.length
  view.setUint16(pos, lengths[0] | (lengths[1] << 3) | (lengths[2] << 6) | (lengths[3] << 9), true)
  pos += 2
  for (let k = 0; k < count; k++) tags[k] = tagOf[tags[k]]
  for (let k = 0; k < count; k += 4) {
    bytes[pos++] = tags[k] | (tags[k + 1] << 2) | (tags[k + 2] << 4) | (tags[k + 3] << 6)
  }
  if (lengths[3] <= 4) {
    for (let k = 0; k < count; k++) {
      view.setUint32(pos, values[from + k], true)
      pos += lengths[tags[k]]
    }
  } else {
    for (let k = 0; k < count; k++) {
      const high = Math.floor(values[from + k] / TWO_32)
      view.setUint32(pos, values[from + k] - high * TWO_32, true)
      view.setUint32(pos + 4, high, true)
      pos += lengths[tags[k]]
    }
  }
  writer.length = pos
}

function longLength(value: number): number {
  if (!(value >= 0 && value <= MAX_VARINT) || value !== Math.floor(value)) {
    throw new OrderflowError('QUANTITY_RANGE', `Cannot pack ${value}: not an integer from 0 to 2^53`)
  }
  return 4 + ((39 - Math.clz32(Math.floor(value / TWO_32))) >>> 3)
}

/** Chooses the four lengths, ascending, that encode these values in the fewest bytes. */
function bestLengths(histogram: Uint32Array): Uint8Array {
  let top = 7
  while (top > 0 && histogram[top] === 0) top--
  const best = Uint8Array.of(0, 0, 0, top)
  let least = Infinity
  for (let a = 0; a <= top; a++) {
    for (let b = a; b <= top; b++) {
      for (let c = b; c <= top; c++) {
        let bytes = 0
        for (let length = 0; length <= top; length++) {
          bytes += histogram[length] * (length <= a ? a : length <= b ? b : length <= c ? c : top)
        }
        if (bytes >= least) continue
        least = bytes
        best[0] = a
        best[1] = b
        best[2] = c
      }
    }
  }
  return best
}

/**
 * Moves the reader past a block of `count` values, stores its four lengths and masks, and returns where its tags begin.
 * The size of the block is computed from its tags before any value is read, so the loops over the values need no bounds
 * checks.
 *
 * Throws  OVERSIZED when the section ends within the block.
 */
function openBlock(reader: ByteReader, count: number): number {
  const { bytes, lengths, masks } = reader
  const tagBytes = (count + 3) >> 2
  reader.demand(2 + tagBytes)
  const head = bytes[reader.pos] | (bytes[reader.pos + 1] << 8)
  for (let tag = 0; tag < 4; tag++) {
    lengths[tag] = (head >> (3 * tag)) & 7
    masks[tag] = LOW_MASK[lengths[tag]]
  }
  const tagsAt = reader.pos + 2
  const valuesAt = tagsAt + tagBytes
  const whole = tagsAt + (count >> 2)
  let size = 0
  for (let at = tagsAt; at < whole; at++) {
    const tags = bytes[at]
    size += lengths[tags & 3] + lengths[(tags >> 2) & 3] + lengths[(tags >> 4) & 3] + lengths[tags >> 6]
  }
  // Ignore unused tags of the last byte.
  for (let k = 0; k < (count & 3); k++) size += lengths[(bytes[whole] >> (2 * k)) & 3]
  reader.pos = valuesAt
  reader.demand(size)
  reader.pos = valuesAt + size
  return tagsAt
}

function longestOf(lengths: Uint8Array): number {
  return Math.max(lengths[0], lengths[1], lengths[2], lengths[3])
}

/**
 * Reads a block of to - from values into out[from, to).
 *
 * Throws  CORRUPT when a value exceeds `max`, OVERSIZED when the section ends within the block.
 * Cost    one pass over the tags, one over the values, no branch on either.
 */
function readBlock(reader: ByteReader, out: Float64Array, from: number, to: number, max: number): void {
  const count = to - from
  if (count < MIN_TAGGED) {
    readVarints(reader, out, from, to, max)
    return
  }
  const { bytes, view, lengths, masks } = reader
  const tagsAt = openBlock(reader, count)
  const longest = longestOf(lengths)
  let pos = tagsAt + ((count + 3) >> 2)
  if (longest === 0) {
    out.fill(0, from, to)
  } else if (longest <= 4) {
    for (let k = 0; k < count; k++) {
      const tag = (bytes[tagsAt + (k >> 2)] >> ((k & 3) << 1)) & 3
      out[from + k] = (view.getInt32(pos, true) & masks[tag]) >>> 0
      pos += lengths[tag]
    }
  } else {
    for (let k = 0; k < count; k++) {
      const length = lengths[(bytes[tagsAt + (k >> 2)] >> ((k & 3) << 1)) & 3]
      const low = (view.getInt32(pos, true) & LOW_MASK[length]) >>> 0
      out[from + k] = low + (view.getInt32(pos + 4, true) & HIGH_MASK[length]) * TWO_32
      pos += length
    }
  }
  if (longest > 0 && max < 256 ** longest - 1) assertWithin(out, from, to, max)
}

/** Like `readBlock`, for 32-bit integers; CORRUPT when a value needs more. */
function readWordBlock(reader: ByteReader, out: Uint32Array, from: number, to: number): void {
  const count = to - from
  if (count < MIN_TAGGED) {
    const values = new Float64Array(count)
    readVarints(reader, values, 0, count, 0xffffffff)
    out.set(values, from)
    return
  }
  const { bytes, view, lengths, masks } = reader
  const tagsAt = openBlock(reader, count)
  if (longestOf(lengths) > 4) throw new OrderflowError('CORRUPT', 'A value exceeds 32 bits')
  let pos = tagsAt + ((count + 3) >> 2)
  for (let k = 0; k < count; k++) {
    const tag = (bytes[tagsAt + (k >> 2)] >> ((k & 3) << 1)) & 3
    out[from + k] = view.getInt32(pos, true) & masks[tag]
    pos += lengths[tag]
  }
}

function assertWithin(values: Float64Array, from: number, to: number, max: number): void {
  let greatest = 0
  for (let i = from; i < to; i++) if (values[i] > greatest) greatest = values[i]
  if (greatest > max) throw new OrderflowError('CORRUPT', `A value exceeds ${max}`)
}

/**
 * Writes values[from, to) as varints: seven bits per byte, lowest first.
 *
 * Input   integers 0 to 2^53. Throws QUANTITY_RANGE otherwise (NaN and fractions included).
 * Cost    one pass; bitwise below 2^31, split arithmetic above.
 */
export function writeVarints(writer: ByteWriter, values: Float64Array, from: number, to: number): void {
  writer.reserve((to - from) * 8)
  const bytes = writer.bytes
  let pos = writer.length
  for (let i = from; i < to; i++) {
    const value = values[i]
    let rest = value | 0
    if (rest === value && rest >= 0) {
      while (rest > 127) {
        bytes[pos++] = (rest & 127) | 128
        rest >>>= 7
      }
      bytes[pos++] = rest
    } else {
      pos = writeLarge(bytes, pos, value)
    }
  }
  writer.length = pos
}

function writeLarge(bytes: Uint8Array, start: number, value: number): number {
  if (!(value >= 0 && value <= MAX_VARINT) || value !== Math.floor(value)) {
    throw new OrderflowError('QUANTITY_RANGE', `Cannot pack ${value}: not an integer from 0 to 2^53`)
  }
  let pos = start
  let high = Math.floor(value / 0x10000000)
  let low = value - high * 0x10000000
  for (let k = 0; k < 4; k++) {
    bytes[pos++] = (low & 127) | 128
    low >>>= 7
  }
  while (high > 127) {
    bytes[pos++] = (high & 127) | 128
    high >>>= 7
  }
  bytes[pos++] = high
  return pos
}

/**
 * Reads varints into out[from, to).
 *
 * Throws  CORRUPT when the section ends too early or a value exceeds `max`.
 * Bounds  the position is checked once after the loop: a value takes at most eight bytes for any input, so a corrupt
 *         column takes no longer than a valid one.
 */
export function readVarints(reader: ByteReader, out: Float64Array, from: number, to: number, max: number): void {
  const bytes = reader.bytes
  let pos = reader.pos
  let greatest = 0
  for (let i = from; i < to; i++) {
    let byte = bytes[pos++]
    if (byte < 128) {
      out[i] = byte
      continue
    }
    let value = byte & 127
    byte = bytes[pos++]
    value |= (byte & 127) << 7
    if (byte > 127) {
      byte = bytes[pos++]
      value |= (byte & 127) << 14
      if (byte > 127) {
        byte = bytes[pos++]
        value |= (byte & 127) << 21
        if (byte > 127) {
          let scale = 0x10000000
          do {
            byte = bytes[pos++]
            value += (byte & 127) * scale
            scale *= 128
          } while (byte > 127 && scale < 0x100000000000000)
          if (byte > 127) throw new OrderflowError('CORRUPT', 'A number has more than eight bytes')
        }
      }
    }
    if (value > greatest) greatest = value
    out[i] = value
  }
  if (pos > reader.end) throw new OrderflowError('CORRUPT', 'A section ends too early')
  if (greatest > max || (max < 127 && exceeds(out, from, to, max))) {
    throw new OrderflowError('CORRUPT', `A value exceeds ${max}`)
  }
  reader.pos = pos
}

function exceeds(values: Float64Array, from: number, to: number, max: number): boolean {
  for (let i = from; i < to; i++) if (values[i] > max) return true
  return false
}
