import { crc32 } from 'node:zlib'
import { endOfScan } from './read-picture.ts'
import type { PictureKind } from './read-picture.ts'

/** A picture that `readPicture` accepted, without its metadata. */
export interface BarePicture {
  readonly bytes: Buffer
  /** Exif orientation, 1 to 8; from 5 on the picture is shown with its sides exchanged. */
  readonly orientation: number
}

/**
 * Removes everything that is not needed to display a picture: Exif (place, camera, thumbnail), XMP, IPTC, comments and
 * unknown parts. Pixels, colour profiles and animations are unchanged; an orientation other than 1 is kept as the only
 * entry of a new Exif block.
 */
export function withoutMetadata(kind: PictureKind, bytes: Buffer): BarePicture {
  if (kind === 'png') return barePng(bytes)
  return kind === 'jpg' ? bareJpeg(bytes) : bareWebp(bytes)
}

const NORMAL = 1
const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1')

/** A TIFF block whose only entry is the orientation. */
function orientationBlock(orientation: number): Buffer {
  const block = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex')
  block.writeUInt16LE(orientation, 18)
  return block
}

/** The orientation in a TIFF block; 1 if it is missing or the block is broken. */
function orientationOf(data: Buffer): number {
  const block = data.subarray(0, EXIF_MARK.length).equals(EXIF_MARK) ? data.subarray(EXIF_MARK.length) : data
  const order = block.toString('latin1', 0, 2)
  if (block.length < 8 || (order !== 'II' && order !== 'MM')) return NORMAL
  const u16 = (at: number): number => (order === 'II' ? block.readUInt16LE(at) : block.readUInt16BE(at))
  const first = order === 'II' ? block.readUInt32LE(4) : block.readUInt32BE(4)
  if (first + 2 > block.length) return NORMAL
  for (let i = 0, at = first + 2; i < u16(first) && at + 12 <= block.length; i++, at += 12) {
    if (u16(at) !== 0x0112) continue
    const value = u16(at + 8)
    return value >= 1 && value <= 8 ? value : NORMAL
  }
  return NORMAL
}

const PNG_ALLOWED_CHUNKS: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
])

function barePng(bytes: Buffer): BarePicture {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  let orientation = NORMAL
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'eXIf') orientation = orientationOf(bytes.subarray(at + 8, end - 4))
    if (PNG_ALLOWED_CHUNKS.has(name)) kept.push(bytes.subarray(at, end))
    at = end
  }
  // Directly after IHDR, before the pixels.
  if (orientation !== NORMAL) kept.splice(2, 0, pngChunk('eXIf', orientationBlock(orientation)))
  return { bytes: Buffer.concat(kept), orientation }
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const SOI = Buffer.from('ffd8', 'hex')
const SOS = 0xda
const EOI = 0xd9
const COMMENT = 0xfe
const isApp = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef

function bareJpeg(bytes: Buffer): BarePicture {
  const kept: Buffer[] = []
  let jfif: Buffer | null = null
  let orientation = NORMAL
  for (let at = 2; ;) {
    const marker = bytes[at + 1]
    if (marker === 0xff) {
      at++
      continue
    }
    // Progressive pictures have tables between their scans, and may have metadata there too.
    if (marker === EOI) {
      kept.push(bytes.subarray(at))
      break
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const data = bytes.subarray(at + 4, end)
    const begins = (text: string): boolean => data.toString('latin1', 0, text.length) === text
    if (marker === 0xe0 && begins('JFIF\0') && data.length >= 14) jfif ??= withoutThumbnail(data)
    else if (marker === 0xe1 && begins('Exif\0\0') && orientation === NORMAL) orientation = orientationOf(data)
    else if ((marker === 0xe2 && begins('ICC_PROFILE\0')) || (marker === 0xee && begins('Adobe')))
      kept.push(bytes.subarray(at, end))
    else if (!isApp(marker) && marker !== COMMENT) kept.push(bytes.subarray(at, end))
    at = end
    if (marker === SOS) {
      at = endOfScan(bytes, end)
      kept.push(bytes.subarray(end, at))
    }
  }
  const exif =
    orientation === NORMAL ? [] : [jpegSegment(0xe1, Buffer.concat([EXIF_MARK, orientationBlock(orientation)]))]
  return { bytes: Buffer.concat([SOI, ...(jfif === null ? [] : [jfif]), ...exif, ...kept]), orientation }
}

function withoutThumbnail(data: Buffer): Buffer {
  const head = Buffer.from(data.subarray(0, 14))
  head.writeUInt16BE(0, 12)
  return jpegSegment(0xe0, head)
}

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const WEBP_ALLOWED_CHUNKS: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const WEBP_HAS_EXIF = 0x08
const WEBP_HAS_XMP = 0x04

function bareWebp(bytes: Buffer): BarePicture {
  const kept: Buffer[] = []
  let orientation = NORMAL
  for (let at = 12; at < bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (name === 'EXIF') orientation = orientationOf(bytes.subarray(at + 8, at + 8 + length))
    if (WEBP_ALLOWED_CHUNKS.has(name)) kept.push(bytes.subarray(at, end))
    at = end
  }
  // Only the extended kind can have metadata.
  if (kept[0].toString('latin1', 0, 4) === 'VP8X') {
    const head = Buffer.from(kept[0])
    head[8] &= ~(WEBP_HAS_EXIF | WEBP_HAS_XMP)
    if (orientation !== NORMAL) {
      head[8] |= WEBP_HAS_EXIF
      kept.push(webpChunk('EXIF', orientationBlock(orientation)))
    }
    kept[0] = head
  } else {
    orientation = NORMAL
  }
  const start = Buffer.from(bytes.subarray(0, 12))
  start.writeUInt32LE(4 + kept.reduce((sum, { length }) => sum + length, 0), 4)
  return { bytes: Buffer.concat([start, ...kept]), orientation }
}

function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
