import type { Size } from './size.ts'

const MARK = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Start of a frame: C0 to CF, apart from the tables and extensions among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/** The size of a JPEG (ITU-T T.81), null where its segments are not whole up to the end of the image or anything follows. */
export function readJpeg(bytes: Buffer): Size | null {
  let size: Size | null = null
  let hasScan = false
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== MARK) return null
    const marker = bytes[at + 1]
    // Any number of them may fill up.
    if (marker === MARK) {
      at++
      continue
    }
    if (marker === END_OF_IMAGE) return hasScan && at + 2 === bytes.length ? size : null
    // Markers without a length have no place between segments.
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

/** Where the first marker after packed pixels stands; there FF 00 is the number FF, and restarts belong to them. */
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
