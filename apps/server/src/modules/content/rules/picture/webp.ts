import type { Size } from './size.ts'

const HEAD = 12
/** Bytes of name and length of a chunk. */
const CHUNK_HEADER = 8

/**
 * The size of a WebP (RFC 9649); null if its chunks do not fill the declared length, or that does not fill the file.
 */
export function readWebp(bytes: Buffer): Size | null {
  if (bytes.length < HEAD + CHUNK_HEADER || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  let size: Size | null = null
  let hasPixels = false
  let at = HEAD
  while (at + CHUNK_HEADER <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + CHUNK_HEADER, at + CHUNK_HEADER + length)
    if (data.length < length) return null
    if (at === HEAD) {
      size = sizeOf(name, data)
      if (size === null) return null
    }
    hasPixels ||= (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') && length > 0
    // Odd lengths are padded to even ones.
    at += CHUNK_HEADER + length + (length % 2)
  }
  return at === bytes.length && hasPixels ? size : null
}

/** Size from the first chunk, which names the kind of WebP. */
function sizeOf(name: string, data: Buffer): Size | null {
  switch (name) {
    case 'VP8 ':
      // Start code of a key frame. The two high bits of each side are the scale.
      if (data.length < 10 || (data[0] & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) return null
      return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
    case 'VP8L': {
      if (data.length < 5 || data[0] !== 0x2f) return null
      const bits = data.readUInt32LE(1)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return data.length < 10 ? null : { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
    default:
      return null
  }
}
