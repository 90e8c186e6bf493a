/** The toolbar's menus in one chunk. */
export { CycleMenu } from './cycle-menu.tsx'
export { PrecisionMenu } from './precision-menu.tsx'
export { DownloadMenu, LayoutMenu, MoreMenu, PaletteMenu, PictureMenu } from './tool-menus.tsx'
export { SymbolPicker } from '../../ui/symbol-picker.tsx'
