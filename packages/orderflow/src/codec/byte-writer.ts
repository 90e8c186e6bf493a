import { OrderflowError } from '../errors.ts'

/** 2^53 is allowed: nullable quantities are stored plus one. */
export const MAX_VARINT = 2 ** 53

/**
 * A growing byte buffer. Hot loops call `reserve` and then write through `bytes` and `length` directly, to keep both in
 * locals; other code uses the methods.
 */
export class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>
  view: DataView
  length = 0
  /** Scratch memory for the tags of one block. */
  readonly scratch = new Uint8Array(1024 + 4)

  constructor(capacity: number) {
    this.bytes = new Uint8Array(Math.max(64, capacity))
    this.view = new DataView(this.bytes.buffer)
  }

  /** Reserves `count` more bytes. May replace the buffer. */
  reserve(count: number): void {
    const need = this.length + count
    if (need <= this.bytes.length) return
    const grown = new Uint8Array(Math.max(need, this.bytes.length * 2))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
    this.view = new DataView(grown.buffer)
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  raw(source: Uint8Array): void {
    this.reserve(source.length)
    this.bytes.set(source, this.length)
    this.length += source.length
  }

  /** Seven bits per byte, lowest first; integers 0 to 2^53. Throws QUANTITY_RANGE otherwise. */
  varint(value: number): void {
    if (!(value >= 0 && value <= MAX_VARINT) || value !== Math.floor(value)) {
      throw new OrderflowError('QUANTITY_RANGE', `Cannot pack ${value}: not an integer from 0 to 2^53`)
    }
    this.reserve(8)
    let rest = value
    while (rest >= 128) {
      const high = Math.floor(rest / 128)
      this.bytes[this.length++] = 128 | (rest - high * 128)
      rest = high
    }
    this.bytes[this.length++] = rest
  }
}
