/** Workspace limits, separate from the schemas so that pages can import them without TypeBox. */

/** Maximum drawings on one symbol. */
export const MAX_DRAWINGS = 500
/** Maximum drawings of one account on all symbols. */
export const MAX_DRAWINGS_IN_ALL = 5000
/** Maximum symbols with drawings of one account. */
export const MAX_DRAWN_SYMBOLS = 200
/** 9999-12-31, ms: allows lines drawn into the future. */
export const LAST_DRAWING_TIME = 253402300799999
/** Maximum characters of the text of a drawing. */
export const DRAWING_TEXT_MAX = 200
/** Equal to the maximum subscriptions of one connection. */
export const MAX_WATCHLIST = 200
export const MAX_LAYOUTS = 50
/** Maximum characters of the name of a layout. */
export const LAYOUT_NAME_MAX = 60
