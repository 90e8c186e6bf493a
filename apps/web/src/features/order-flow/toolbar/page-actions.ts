/** What the toolbar, its phone menu and the keyboard can ask of the page. */
export interface PageActions {
  readonly isFullScreen: boolean
  toggleFullScreen(): void
  copyLink(): void
  saveScreenshot(): void
  /** Trades or bars of the visible range as a CSV file. */
  download(what: 'trades' | 'bars'): void
  showKeyboard(): void
}
