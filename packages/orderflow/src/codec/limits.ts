/** Allocation limits for decoding one message. */
export interface DecodeLimits {
  /** Maximum length of the packed message, in bytes. */
  readonly maxBytes?: number
  /** Maximum number of trades, bars or cells in one section. */
  readonly maxRows?: number
}

export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
export const DEFAULT_MAX_ROWS = 8_000_000
