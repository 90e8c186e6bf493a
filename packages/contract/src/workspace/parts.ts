import { Type } from 'typebox'

/** Symbols may be kept before the market is known here, and after it is gone. */
export const KeptSymbol = Type.String({
  maxLength: 64,
  pattern: '^[A-Z0-9]+:[A-Za-z0-9._-]+$',
  examples: ['BINANCE:LTCUSDT'],
})

/**
 * The version that was read goes into the save, which answers a greater one, or STALE_VERSION when somebody saved meanwhile.
 * No version comes twice, also after something was deleted and made anew.
 */
export const Version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '0: nothing is kept' })

/** Texts of addresses. */
export const Ascii = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: '^[\\x20-\\x7e]*$', ...(description === undefined ? {} : { description }) })

/** What people write: no control characters but line ends. */
export const CLEAN_TEXT = '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$'
