import { crc32 } from 'node:zlib'
import type { Size } from './size.ts'

const SIGNATURE = 8
/** Bytes of length, name and checksum of a chunk. */
const CHUNK_OVERHEAD = 12

/**
 * The size of a PNG (RFC 2083); null if its chunks are not complete from IHDR to IEND or are followed by other data.
 */
export function readPng(bytes: Buffer): Size | null {
  let size: Size | null = null
  let hasPixels = false
  for (let at = SIGNATURE; at + CHUNK_OVERHEAD <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const end = at + CHUNK_OVERHEAD + length
    if (end > bytes.length) return null
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if ((size === null) !== (name === 'IHDR')) return null
    if (name === 'IHDR') {
      if (length !== 13) return null
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    hasPixels ||= name === 'IDAT' && length > 0
    if (name === 'IEND') return length === 0 && hasPixels && end === bytes.length ? size : null
    at = end
  }
  return null
}
