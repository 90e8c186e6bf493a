import { Type } from 'typebox'

/** Symbols may be stored before their market is known here, and after it was removed. */
export const KeptSymbol = Type.String({
  maxLength: 64,
  pattern: '^[A-Z0-9]+:[A-Za-z0-9._-]+$',
  examples: ['BINANCE:LTCUSDT'],
})

/**
 * Send the version that was read with the save. The response has a greater one; STALE_VERSION when another client saved
 * in between. Versions are never reused, even after deleting and recreating.
 */
export const Version = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: '0: nothing is stored',
})

/** Text as used in URLs. */
export const Ascii = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: '^[\\x20-\\x7e]*$', ...(description === undefined ? {} : { description }) })

/** User text: no control characters except line breaks. */
export const CLEAN_TEXT = '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$'
