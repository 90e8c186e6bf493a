/** Limits of all modules, separate from the schemas so that pages can import them without TypeBox. */

/** Pattern and maximum length of a decimal that must not be negative. */
export const UNSIGNED_DECIMAL = '^(0|[1-9][0-9]*)(\\.[0-9]+)?$'
export const DECIMAL_MAX = 40

/** Maximum markets that one connection of the stream watches. */
export const MAX_WATCHED = 200

/** Packed responses. */
export const FOOTPRINT_MIME = 'application/vnd.flowprint.footprint'
export const BIG_TRADES_MIME = 'application/vnd.flowprint.big-trades'
