/** Values and limits of the scanner, without TypeBox, for the page of the scanner alone. */

/** Intervals of the scanner; every one divides the UTC day. */
export const SCAN_INTERVALS = ['1m', '5m', '15m', '1h'] as const
export type ScanInterval = (typeof SCAN_INTERVALS)[number]

/** What kind of value a column of the scanner has. Decimals are exact texts, the others numbers with at most four decimals. */
export const SCAN_COLUMNS = {
  close: 'decimal',
  change: 'percent',
  volume: 'decimal',
  volume_quote: 'decimal',
  relative_volume: 'ratio',
  delta: 'decimal',
  delta_quote: 'decimal',
  delta_share: 'percent',
  stacks_buy: 'count',
  stacks_sell: 'count',
  zones_support: 'count',
  zones_resistance: 'count',
  absorption_bullish: 'count',
  absorption_bearish: 'count',
  effort: 'score',
  big_buys: 'count',
  big_sells: 'count',
  vwap_distance: 'percent',
  poc_distance: 'percent',
} as const satisfies Record<string, 'decimal' | 'percent' | 'ratio' | 'count' | 'score'>
export type ScanColumn = keyof typeof SCAN_COLUMNS
export const SCAN_COLUMN_NAMES = Object.keys(SCAN_COLUMNS) as readonly ScanColumn[]

/** abs_gte: the value without its sign is at least the given one. */
export const SCAN_OPERATORS = ['gte', 'lte', 'gt', 'lt', 'eq', 'abs_gte'] as const
export type ScanOperator = (typeof SCAN_OPERATORS)[number]

/** complete: all values are known · incomplete: trades are missing · no_trades: none is known. */
export const SCAN_STATES = ['complete', 'incomplete', 'no_trades'] as const
export type ScanState = (typeof SCAN_STATES)[number]

export const MAX_SCAN_CONDITIONS = 12
/** Maximum saved scans of one account. */
export const MAX_SCANS = 50
/** Maximum characters of the name of a scan. */
export const MAX_SCAN_NAME_LENGTH = 60
/** A signed decimal with at most 24 characters. */
export const SCAN_VALUE = '^-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,8})?$'
