/** Symbols may be stored before their market is known here, and after it was removed. */
export const KEPT_SYMBOL = '^[A-Z0-9]+:[A-Za-z0-9._-]+$'
export const MAX_SYMBOL_LENGTH = 64

/** Text as used in URLs. */
export const ASCII = '^[\\x20-\\x7e]*$'

/** User text: no control characters except line breaks. */
export const CLEAN_TEXT = '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$'
