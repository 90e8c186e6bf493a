import { OrderflowError } from '../errors.ts'

/** Allocation limits for decoding one message. */
export interface DecodeLimits {
  /** Maximum length of the packed message, in bytes. */
  readonly maxBytes?: number
  /** Maximum number of trades, bars or cells in one section. */
  readonly maxRows?: number
}

export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
export const DEFAULT_MAX_ROWS = 8_000_000

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

/**
 * UTF-8 encoder and decoder without TextEncoder, which is not available to this platform-independent package. Lone
 * surrogates are written as three bytes (WTF-8), so every JavaScript string survives the round trip.
 */
export function encodeUtf8(text: string): Uint8Array {
  const out = new Uint8Array(text.length * 3)
  let pos = 0
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x80) {
      out[pos++] = code
      continue
    }
    if (code < 0x800) {
      out[pos++] = 0xc0 | (code >> 6)
    } else {
      const low = code >= 0xd800 && code < 0xdc00 && i + 1 < text.length ? text.charCodeAt(i + 1) : 0
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
        i++
        out[pos++] = 0xf0 | (code >> 18)
        out[pos++] = 0x80 | ((code >> 12) & 63)
      } else {
        out[pos++] = 0xe0 | (code >> 12)
      }
      out[pos++] = 0x80 | ((code >> 6) & 63)
    }
    out[pos++] = 0x80 | (code & 63)
  }
  return out.subarray(0, pos)
}

/** Decodes bytes [from, to). Throws CORRUPT on malformed sequences instead of replacing them. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  const pieces: string[] = []
  let codes: number[] = []
  let pos = from
  while (pos < to) {
    const lead = bytes[pos++]
    let code = lead
    if (lead >= 0x80) {
      const more = lead >= 0xf8 ? -1 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : -1
      if (more < 0 || pos + more > to) throw new OrderflowError('CORRUPT', `Text is not UTF-8 at byte ${pos - 1}`)
      code = lead & (0x3f >> more)
      for (let k = 0; k < more; k++) {
        const byte = bytes[pos++]
        if ((byte & 0xc0) !== 0x80) throw new OrderflowError('CORRUPT', `Text is not UTF-8 at byte ${pos - 1}`)
        code = (code << 6) | (byte & 63)
      }
      if (code > 0x10ffff || code < (more === 1 ? 0x80 : more === 2 ? 0x800 : 0x10000)) {
        throw new OrderflowError('CORRUPT', `Text is not UTF-8 at byte ${pos - 1}`)
      }
    }
    if (code >= 0x10000) {
      codes.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff))
    } else {
      codes.push(code)
    }
    // The stack limits the number of arguments of one call.
    if (codes.length >= 4096) {
      pieces.push(String.fromCharCode(...codes))
      codes = []
    }
  }
  pieces.push(String.fromCharCode(...codes))
  return pieces.join('')
}
