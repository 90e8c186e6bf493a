import { crc32 } from 'node:zlib'
import { PICTURE_MAX_BYTES, PICTURE_MAX_SIDE } from '@flowprint/contract'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

const MARK = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Start of frame: C0 to CF, except the markers in that range for tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/**
 * The size of a JPEG (ITU-T T.81); null if its segments are not complete up to the end of the image or are followed by
 * other data.
 */
function readJpeg(bytes: Buffer): Size | null {
  let size: Size | null = null
  let hasScan = false
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== MARK) return null
    const marker = bytes[at + 1]
    // Any number of fill bytes is allowed.
    if (marker === MARK) {
      at++
      continue
    }
    if (marker === END_OF_IMAGE) return hasScan && at + 2 === bytes.length ? size : null
    // Markers without a length are invalid between segments.
    if (marker === 0 || marker === 1 || isRestart(marker) || marker === 0xd8 || at + 4 > bytes.length) return null
    const length = bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) return null
    if (isFrame(marker)) {
      if (size !== null || length < 8) return null
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at = end
    if (marker === START_OF_SCAN) {
      if (size === null) return null
      hasScan = true
      at = endOfScan(bytes, end)
    }
  }
  return null
}

/**
 * Offset of the first marker after entropy-coded data, in which FF 00 is a literal FF and restart markers may occur.
 */
export function endOfScan(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(MARK, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const next = bytes[at + 1]
    if (next !== 0 && !isRestart(next)) return at
    at += 2
  }
}

const SIGNATURE = 8
/** Bytes of length, name and checksum of a chunk. */
const CHUNK_OVERHEAD = 12

/**
 * The size of a PNG (RFC 2083); null if its chunks are not complete from IHDR to IEND or are followed by other data.
 */
function readPng(bytes: Buffer): Size | null {
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

const HEAD = 12
/** Bytes of name and length of a chunk. */
const CHUNK_HEADER = 8

/**
 * The size of a WebP (RFC 9649); null if its chunks do not fill the declared length, or that does not fill the file.
 */
function readWebp(bytes: Buffer): Size | null {
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

export type PictureKind = 'png' | 'jpg' | 'webp'
export interface ReadPicture extends Size {
  readonly kind: PictureKind
}

/** NOT_A_PICTURE: none of the three kinds; BROKEN_PICTURE: incomplete, or contains other data. */
export type PictureFault = 'NOT_A_PICTURE' | 'BROKEN_PICTURE' | 'PICTURE_TOO_LARGE' | 'PICTURE_TOO_WIDE'

/** Signature of each kind. */
const KINDS: readonly {
  readonly kind: PictureKind
  readonly begins: (bytes: Buffer) => boolean
  readonly read: (bytes: Buffer) => Size | null
}[] = [
  {
    kind: 'png',
    begins: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
    read: readPng,
  },
  { kind: 'jpg', begins: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')), read: readJpeg },
  {
    kind: 'webp',
    begins: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    read: readWebp,
  },
]

/**
 * Detects the kind of a picture from its content, not its name. Walks its parts from the first byte to the last and
 * rejects truncated files, trailing data and files that are valid in a second format. Does not decode pixels.
 */
export function readPicture(bytes: Buffer): ReadPicture | { readonly fault: PictureFault } {
  if (bytes.length > PICTURE_MAX_BYTES) return { fault: 'PICTURE_TOO_LARGE' }
  const found = KINDS.find(({ begins }) => begins(bytes))
  if (found === undefined) return { fault: 'NOT_A_PICTURE' }
  const size = found.read(bytes)
  if (size === null || size.width < 1 || size.height < 1) return { fault: 'BROKEN_PICTURE' }
  if (size.width > PICTURE_MAX_SIDE || size.height > PICTURE_MAX_SIDE) return { fault: 'PICTURE_TOO_WIDE' }
  return { kind: found.kind, width: size.width, height: size.height }
}
