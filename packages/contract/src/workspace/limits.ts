/** Numbers of what somebody keeps of their own, apart from the schemas so that a page may have them without TypeBox. */

/** Drawings on one symbol. */
export const MAX_DRAWINGS = 500
/** Drawings of one account on all symbols. */
export const MAX_DRAWINGS_IN_ALL = 5000
/** Symbols of one account that have drawings. */
export const MAX_DRAWN_SYMBOLS = 200
/** 9999-12-31, ms: far enough for a line that is drawn into the future. */
export const LAST_DRAWING_TIME = 253402300799999
/** Characters of the text of a drawing. */
export const DRAWING_TEXT_MAX = 200
/** As many as one connection may watch. */
export const MAX_WATCHLIST = 200
export const MAX_LAYOUTS = 50
/** Characters of the name of a layout. */
export const LAYOUT_NAME_MAX = 60
