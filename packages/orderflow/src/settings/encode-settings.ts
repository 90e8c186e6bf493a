import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { parseSettings } from './parse-settings.ts'
import { badSetting } from './setting-rules.ts'
import type { IndicatorSettings } from './settings.ts'

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
