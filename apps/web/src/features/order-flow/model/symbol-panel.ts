/** Id of the panel that lists the symbols. */
export const SYMBOL_PANEL = 'symbol-panel'
