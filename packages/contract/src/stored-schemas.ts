import { Type } from 'typebox'
import { ASCII, CLEAN_TEXT, KEPT_SYMBOL, MAX_SYMBOL_LENGTH } from './stored-texts.ts'

export const KeptSymbol = Type.String({
  maxLength: MAX_SYMBOL_LENGTH,
  pattern: KEPT_SYMBOL,
  examples: ['BINANCE:LTCUSDT'],
})

/**
 * Send the version that was read with the save. The response has a greater one; STALE_VERSION when another client saved
 * in between. Versions are never reused, even after deleting and recreating.
 */
export const SaveVersion = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: '0: nothing is stored',
})

export const Ascii = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: ASCII, ...(description === undefined ? {} : { description }) })

export const CleanText = (options: {
  readonly maxLength: number
  readonly minLength?: number
  readonly description?: string
}) => Type.String({ ...options, pattern: CLEAN_TEXT })
