/** Page actions of the toolbar, its phone menu and the keyboard. */
export interface PageActions {
  readonly isFullScreen: boolean
  toggleFullScreen(): void
  copyLink(): void
  /** Exports the chart as an image, to the clipboard or as a file. */
  takePicture(way: 'copy' | 'save'): void
  showLayouts(): void
  /** Exports trades or bars of the visible range as CSV. */
  download(what: 'trades' | 'bars'): void
  showKeyboard(): void
}

/** Id of the button that opens the list of symbols. */
export const SYMBOL_PANEL = 'symbol-panel'
