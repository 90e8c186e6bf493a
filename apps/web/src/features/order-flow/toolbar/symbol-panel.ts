/** Id of the button that opens the list of symbols. */
export const SYMBOL_PANEL = 'symbol-panel'
