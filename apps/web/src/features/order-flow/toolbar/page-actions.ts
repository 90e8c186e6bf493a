/** What the toolbar, its phone menu and the keyboard can ask of the page. */
export interface PageActions {
  readonly isFullScreen: boolean
  toggleFullScreen(): void
  copyLink(): void
  /** The chart as a picture, to the clipboard or as a file. */
  takePicture(way: 'copy' | 'save'): void
  showLayouts(): void
  /** Trades or bars of the visible range as a CSV file. */
  download(what: 'trades' | 'bars'): void
  showKeyboard(): void
}
