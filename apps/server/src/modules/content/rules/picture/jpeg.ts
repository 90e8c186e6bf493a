import type { Size } from './size.ts'

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
export function readJpeg(bytes: Buffer): Size | null {
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
