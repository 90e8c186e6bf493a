import { OrderflowError } from '../errors.ts'
import type { ByteReader } from './byte-reader.ts'
import { MAX_VARINT } from './byte-writer.ts'
import type { ByteWriter } from './byte-writer.ts'

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
