import { OrderflowError } from '../errors.ts'

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
