/**
 * Version of all messages, their first byte: nodes of two releases run side by side during an upgrade. Raise it when a field
 * or the packed format of a frame changes its meaning; fields may be added, and events of a new kind (docs/decisions/upgrades.md).
 */
const WIRE_VERSION = 1
/** Version and length of the JSON (uint32, little-endian). */
const HEAD_BYTES = 5

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Encodes a message of the bus: version, length of its JSON, the JSON without `frame`, then `frame` as raw bytes, so
 * that an encoded frame of trades is copied and never re-encoded.
 */
export function encodeMessage(message: unknown): Uint8Array {
  const { frame, rest } = splitFrame(message)
  const json = encoder.encode(JSON.stringify(rest))
  const bytes = new Uint8Array(HEAD_BYTES + json.length + (frame?.length ?? 0))
  bytes[0] = WIRE_VERSION
  new DataView(bytes.buffer).setUint32(1, json.length, true)
  bytes.set(json, HEAD_BYTES)
  if (frame !== null) bytes.set(frame, HEAD_BYTES + json.length)
  return bytes
}

/** Inverse of `encodeMessage`. Throws RangeError for bytes of another version or with a wrong length. */
export function decodeMessage(bytes: Uint8Array): unknown {
  if (bytes.length < HEAD_BYTES || bytes[0] !== WIRE_VERSION)
    throw new RangeError(`Condition failed: a bus message of version ${WIRE_VERSION}, had ${bytes[0] ?? 'no bytes'}`)
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true)
  const end = HEAD_BYTES + length
  if (end > bytes.length) throw new RangeError(`Condition failed: ${end} bytes of a bus message, had ${bytes.length}`)
  const message = JSON.parse(decoder.decode(bytes.subarray(HEAD_BYTES, end))) as unknown
  if (end === bytes.length) return message
  // A copy: frames are cached for minutes, and a view would keep the whole receive buffer.
  return { ...(message as object), frame: new Uint8Array(bytes.subarray(end)) }
}

/** Subject of a topic: symbols contain dots, which separate tokens in NATS. */
export const subjectOf = (prefix: string, topic: string): string =>
  `${prefix}.${encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('*', '%2A')}`

function splitFrame(message: unknown): { readonly frame: Uint8Array | null; readonly rest: unknown } {
  if (typeof message !== 'object' || message === null || !('frame' in message)) return { frame: null, rest: message }
  const { frame, ...rest } = message
  return frame instanceof Uint8Array ? { frame, rest } : { frame: null, rest: message }
}
