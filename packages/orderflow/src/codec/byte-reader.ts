import { OrderflowError } from '../errors.ts'
import { DEFAULT_MAX_ROWS } from './limits.ts'

/** A cursor over the bytes of one section; no value is read at or beyond `end`. */
export class ByteReader {
  readonly bytes: Uint8Array
  /** Words may be read slightly beyond `end`: a message has padding after its last section. */
  readonly view: DataView
  /** The four lengths of the current block, and their bit masks. */
  readonly lengths = new Uint8Array(4)
  readonly masks = new Int32Array(4)
  pos: number
  readonly end: number
  readonly maxRows: number

  constructor(bytes: Uint8Array, pos: number, end: number, maxRows = DEFAULT_MAX_ROWS) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.pos = pos
    this.end = end
    this.maxRows = maxRows
  }

  byte(): number {
    if (this.pos >= this.end) throw new OrderflowError('CORRUPT', 'A section ends too early')
    return this.bytes[this.pos++]
  }

  varint(max = Number.MAX_SAFE_INTEGER): number {
    let value = 0
    let scale = 1
    for (let k = 0; k < 8; k++) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) {
        if (value > max) throw new OrderflowError('CORRUPT', `A value exceeds ${max}`)
        return value
      }
      scale *= 128
    }
    throw new OrderflowError('CORRUPT', 'A number has more than eight bytes')
  }

  /**
   * Reads a row count and checks it before any allocation: each row takes at least `minBytes` of the remaining bytes.
   */
  count(minBytes: number): number {
    const count = this.varint()
    if (count > this.maxRows) {
      throw new OrderflowError('OVERSIZED', `${count} rows announced, ${this.maxRows} allowed`)
    }
    this.demand(count * minBytes)
    return count
  }

  /** Throws OVERSIZED unless at least `bytes` remain. */
  demand(bytes: number): void {
    if (bytes > this.end - this.pos) {
      throw new OrderflowError('OVERSIZED', `${bytes} bytes announced, ${this.end - this.pos} are there`)
    }
  }

  /** Returns a reader of the next `length` bytes and moves past them. */
  section(): ByteReader {
    const length = this.varint()
    this.demand(length)
    const start = this.pos
    this.pos += length
    return new ByteReader(this.bytes, start, this.pos, this.maxRows)
  }

  /** Throws CORRUPT unless the section was read to its end. */
  finish(): void {
    if (this.pos !== this.end) throw new OrderflowError('CORRUPT', 'A section has the wrong length')
  }
}
