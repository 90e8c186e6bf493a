import { OrderflowError } from '../errors.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_ROWS } from './limits.ts'
import type { DecodeLimits } from './limits.ts'
import { xxhash32 } from './xxhash32.ts'

export const FORMAT_VERSION = 1
export const KIND_TRADES = 1
export const KIND_BARS = 2
export const KIND_ANSWER = 3
export const KIND_FRAME = 4
export const KIND_SWEEPS = 5
export const KIND_BIG_TRADES = 6

const KIND_NAMES = ['', 'trades', 'bars', 'an answer', 'a frame', 'sweeps', 'big trades']
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
