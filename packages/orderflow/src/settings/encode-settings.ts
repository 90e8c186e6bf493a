import { DEFAULT_SETTINGS } from './settings.ts'
import type { IndicatorSettings } from './settings.ts'
import { badSetting, parseSettings } from './parse-settings.ts'

/** Maximum length of settings text; changing all settings at once stays far below it. */
const MAX_TEXT = 4096

/**
 * Encodes settings as short text for a link: base64url of the JSON of what differs from the defaults. Defaults give
 * "e30" ({}).
 *
 * Input   parsed settings (canonical decimals). Equal settings give equal text.
 */
export function encodeSettings(settings: IndicatorSettings): string {
  return encodeBase64Url(JSON.stringify(difference(settings, DEFAULT_SETTINGS) ?? {}))
}

/**
 * Decodes settings from the text of a link.
 *
 * Throws  OrderflowError BAD_SETTING: not base64url, not JSON, too long, or an invalid setting (named).
 */
export function decodeSettings(text: string): IndicatorSettings {
  if (text.length > MAX_TEXT) throw badSetting('', `at most ${MAX_TEXT} characters are allowed`)
  const json = decodeBase64Url(text)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw badSetting('', 'base64url of a JSON object is allowed')
  }
  return parseSettings(value)
}

/** Whether two parsed settings are equal. */
export function settingsEqual(a: IndicatorSettings, b: IndicatorSettings): boolean {
  return difference(a, b) === undefined
}

type Tree = { readonly [key: string]: unknown }

/** The part of `value` that differs from `base`, in the order of base's keys; undefined when nothing does. */
function difference(value: object, base: object): Tree | undefined {
  const changed: Record<string, unknown> = {}
  for (const [key, standard] of Object.entries(base)) {
    const own = (value as Tree)[key]
    const part = typeof standard === 'object' ? difference(own as object, standard as object) : own
    if (part !== undefined && part !== standard) changed[key] = part
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes ASCII text as base64url without padding (RFC 4648, section 5). */
function encodeBase64Url(ascii: string): string {
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
function decodeBase64Url(text: string): string {
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
