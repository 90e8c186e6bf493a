/** What a reader is willing to allocate for one message. */
export interface DecodeLimits {
  /** Greatest length of the packed message, bytes. */
  readonly maxBytes?: number
  /** Greatest number of trades, bars or cells in one section. */
  readonly maxRows?: number
}

export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
export const DEFAULT_MAX_ROWS = 8_000_000
