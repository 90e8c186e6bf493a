import { OrderflowError } from '../errors.ts'
import { ByteReader, ByteWriter, DEFAULT_MAX_BYTES, DEFAULT_MAX_ROWS } from './bytes.ts'
import type { DecodeLimits } from './bytes.ts'

const FORMAT_VERSION = 1
export const KIND_TRADES = 1
export const KIND_BARS = 2
export const KIND_ANSWER = 3
export const KIND_FRAME = 4
export const KIND_SWEEPS = 5
export const KIND_BIG_TRADES = 6
export const KIND_DEPTH_FRAME = 7
export const KIND_DEPTH_COLUMNS = 8
export const KIND_LIQUIDATIONS = 9
export const KIND_MARKET_STATS = 10
export const KIND_DEPTH_PARTS = 11

const KIND_NAMES = [
  '',
  'trades',
  'bars',
  'an answer',
  'a frame',
  'sweeps',
  'big trades',
  'a depth frame',
  'depth columns',
  'liquidations',
  'market statistics',
  'depth columns in parts',
]
const MAGIC = [0x46, 0x4c, 0x4f, 0x57] // "FLOW"
/** magic 4, version 1, kind 1, zero 2, body length 4 (padding included), checksum 4 */
export const HEADER_BYTES = 16
/** Zeros after the last section, so that whole words can be read at its last byte. */
const PADDING_BYTES = 8

/** Creates a writer that reserves the header; the body is written after it. */
export function startContainer(bodyEstimate: number): ByteWriter {
  const writer = new ByteWriter(HEADER_BYTES + bodyEstimate)
  writer.length = HEADER_BYTES
  return writer
}

/** Fills in the header and returns the message as a new buffer. */
export function sealContainer(writer: ByteWriter, kind: number): Uint8Array<ArrayBuffer> {
  writer.raw(new Uint8Array(PADDING_BYTES))
  const message = writer.bytes.slice(0, writer.length)
  const view = new DataView(message.buffer)
  message.set(MAGIC, 0)
  message[4] = FORMAT_VERSION
  message[5] = kind
  view.setUint32(8, message.length - HEADER_BYTES, true)
  view.setUint32(12, checksum(message, kind), true)
  return message
}

/** Whether the bytes begin like a message of this kind; nothing else is checked. */
export function hasKind(bytes: Uint8Array, kind: number): boolean {
  return bytes.length >= HEADER_BYTES && MAGIC.every((byte, k) => bytes[k] === byte) && bytes[5] === kind
}

/**
 * Checks header, length and checksum of a message and returns a reader of its body.
 *
 * Throws  FOREIGN (other magic), VERSION, TRUNCATED (fewer bytes than announced), OVERSIZED (beyond `limits`),
 *         CORRUPT (more bytes than announced, another kind, wrong checksum).
 */
export function openContainer(bytes: Uint8Array, kind: number, limits: DecodeLimits = {}): ByteReader {
  const maxBytes = limits.maxBytes ?? DEFAULT_MAX_BYTES
  for (let k = 0; k < Math.min(4, bytes.length); k++) {
    if (bytes[k] !== MAGIC[k]) throw new OrderflowError('FOREIGN', 'These bytes are not in the packed format')
  }
  if (bytes.length > 4 && bytes[4] !== FORMAT_VERSION) {
    throw new OrderflowError(
      'VERSION',
      `Packed format version ${bytes[4]} is unknown; this reader knows ${FORMAT_VERSION}`,
    )
  }
  if (bytes.length < HEADER_BYTES) {
    throw new OrderflowError('TRUNCATED', `${bytes.length} bytes are less than a header of ${HEADER_BYTES}`)
  }
  if (bytes[5] !== kind) {
    throw new OrderflowError(
      'CORRUPT',
      `Expected ${KIND_NAMES[kind]}, had ${KIND_NAMES[bytes[5]] ?? `kind ${bytes[5]}`}`,
    )
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const total = HEADER_BYTES + view.getUint32(8, true)
  if (total < HEADER_BYTES + PADDING_BYTES) throw new OrderflowError('CORRUPT', 'The body has no padding')
  if (total > maxBytes) throw new OrderflowError('OVERSIZED', `${total} bytes announced, ${maxBytes} allowed`)
  if (bytes.length < total) throw new OrderflowError('TRUNCATED', `${bytes.length} of ${total} bytes are there`)
  if (bytes.length > total) throw new OrderflowError('CORRUPT', `${bytes.length - total} bytes too many`)
  if (bytes[6] !== 0 || bytes[7] !== 0 || view.getUint32(12, true) !== checksum(bytes, kind)) {
    throw new OrderflowError('CORRUPT', 'The checksum does not match')
  }
  return new ByteReader(bytes, HEADER_BYTES, total - PADDING_BYTES, limits.maxRows ?? DEFAULT_MAX_ROWS)
}

/** Checksum of the body, with the kind mixed in: the same bytes under another kind do not match. */
function checksum(bytes: Uint8Array, kind: number): number {
  return (xxhash32(bytes, HEADER_BYTES, bytes.length) ^ kind) >>> 0
}

const P1 = 0x9e3779b1 | 0
const P2 = 0x85ebca77 | 0
const P3 = 0xc2b2ae3d | 0
const P4 = 0x27d4eb2f | 0
const P5 = 0x165667b1 | 0

/**
 * XXH32 of bytes [from, to) with seed 0: a 32-bit checksum that detects damage, not forgery.
 *
 * Output  unsigned 32-bit integer. Any change confined to one 32-bit word is detected with certainty.
 * Cost    four multiplications per 16 bytes, about 2 GB/s; no allocation but one view.
 * Source  the xxHash specification (Y. Collet), XXH32.
 */
export function xxhash32(bytes: Uint8Array, from: number, to: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = to - from
  let pos = from
  let hash: number
  if (length >= 16) {
    let a = (P1 + P2) | 0
    let b = P2
    let c = 0
    let d = -P1 | 0
    for (const last = to - 16; pos <= last; pos += 16) {
      a = (a + Math.imul(view.getInt32(pos, true), P2)) | 0
      a = Math.imul((a << 13) | (a >>> 19), P1)
      b = (b + Math.imul(view.getInt32(pos + 4, true), P2)) | 0
      b = Math.imul((b << 13) | (b >>> 19), P1)
      c = (c + Math.imul(view.getInt32(pos + 8, true), P2)) | 0
      c = Math.imul((c << 13) | (c >>> 19), P1)
      d = (d + Math.imul(view.getInt32(pos + 12, true), P2)) | 0
      d = Math.imul((d << 13) | (d >>> 19), P1)
    }
    hash = (((a << 1) | (a >>> 31)) + ((b << 7) | (b >>> 25)) + ((c << 12) | (c >>> 20)) + ((d << 18) | (d >>> 14))) | 0
  } else {
    hash = P5
  }
  hash = (hash + length) | 0
  for (; pos + 4 <= to; pos += 4) {
    hash = (hash + Math.imul(view.getInt32(pos, true), P3)) | 0
    hash = Math.imul((hash << 17) | (hash >>> 15), P4)
  }
  for (; pos < to; pos++) {
    hash = (hash + Math.imul(bytes[pos], P5)) | 0
    hash = Math.imul((hash << 11) | (hash >>> 21), P1)
  }
  hash = Math.imul(hash ^ (hash >>> 15), P2)
  hash = Math.imul(hash ^ (hash >>> 13), P3)
  return (hash ^ (hash >>> 16)) >>> 0
}
