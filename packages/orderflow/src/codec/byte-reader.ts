import { OrderflowError } from '../errors.ts'
import { DEFAULT_MAX_ROWS } from './limits.ts'

/** A position in the bytes of one section; nothing is ever read at or beyond `end`. */
export class ByteReader {
  readonly bytes: Uint8Array
  /** Words may be read a little beyond `end`: a message has padding behind its last section. */
  readonly view: DataView
  /** The four lengths of the block being read, and the bits they keep of a word. */
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

  /** A count of rows that each take at least `minBytes` of what is left: checked before anybody allocates for it. */
  count(minBytes: number): number {
    const count = this.varint()
    if (count > this.maxRows) {
      throw new OrderflowError('OVERSIZED', `${count} rows announced, ${this.maxRows} allowed`)
    }
    this.demand(count * minBytes)
    return count
  }

  /** Throws OVERSIZED unless `bytes` more can be there. */
  demand(bytes: number): void {
    if (bytes > this.end - this.pos) {
      throw new OrderflowError('OVERSIZED', `${bytes} bytes announced, ${this.end - this.pos} are there`)
    }
  }

  /** A reader of the next `length` bytes, which this one then stands behind. */
  section(): ByteReader {
    const length = this.varint()
    this.demand(length)
    const start = this.pos
    this.pos += length
    return new ByteReader(this.bytes, start, this.pos, this.maxRows)
  }

  /** Every section must be used up exactly. */
  finish(): void {
    if (this.pos !== this.end) throw new OrderflowError('CORRUPT', 'A section has the wrong length')
  }
}
