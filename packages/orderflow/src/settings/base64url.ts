import { badSetting } from './setting-rules.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes ASCII text as base64url without padding (RFC 4648, section 5). */
export function encodeBase64Url(ascii: string): string {
  let text = ''
  for (let at = 0; at < ascii.length; at += 3) {
    const left = ascii.length - at
    const a = ascii.charCodeAt(at)
    const b = left > 1 ? ascii.charCodeAt(at + 1) : 0
    const c = left > 2 ? ascii.charCodeAt(at + 2) : 0
    text += ALPHABET[a >> 2] + ALPHABET[((a & 3) << 4) | (b >> 4)]
    if (left > 1) text += ALPHABET[((b & 15) << 2) | (c >> 6)]
    if (left > 2) text += ALPHABET[c & 63]
  }
  return text
}

/**
 * Decodes base64url into ASCII text; up to two `=` of padding are accepted.
 *
 * Throws  OrderflowError BAD_SETTING on an invalid character, an impossible length or a byte beyond ASCII.
 */
export function decodeBase64Url(text: string): string {
  const body = text.replace(/={1,2}$/, '')
  if (body.length % 4 === 1) throw badSetting('', 'base64url of a JSON object is allowed')
  let ascii = ''
  let buffer = 0
  let bits = 0
  for (const letter of body) {
    const value = ALPHABET.indexOf(letter)
    if (value < 0) throw badSetting('', 'base64url of a JSON object is allowed')
    buffer = ((buffer << 6) | value) & 0xfff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (buffer >> bits) & 0xff
    if (byte > 0x7f) throw badSetting('', 'base64url of a JSON object in ASCII is allowed')
    ascii += String.fromCharCode(byte)
  }
  return ascii
}
