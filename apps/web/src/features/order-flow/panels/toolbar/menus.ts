/** The toolbar's menus in one chunk. */
export { CycleMenu } from './cycle-menu.tsx'
export { DownloadMenu } from './download-menu.tsx'
export { LayoutMenu } from './layout-menu.tsx'
export { MoreMenu } from './more-menu.tsx'
export { PaletteMenu } from './palette-menu.tsx'
export { PictureMenu } from './picture-menu.tsx'
export { PrecisionMenu } from './precision-menu.tsx'
export { SymbolPicker } from '../../ui/symbol-picker.tsx'
