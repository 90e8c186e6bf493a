import { needWords } from '../../../../shared/i18n/setup.ts'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'

const menus = deferred(
  async () =>
    (
      await Promise.all([import('./menus.ts'), needWords('toolbar'), needWords('derivatives'), needWords('moments')])
    )[0],
)

export const loadMenus = menus.load
export const CycleMenu = menus.component((all) => all.CycleMenu)
export const DownloadMenu = menus.component((all) => all.DownloadMenu)
export const LayoutMenu = menus.component((all) => all.LayoutMenu)
export const MoreMenu = menus.component((all) => all.MoreMenu, <IconButton icon="more" label="…" disabled />)
export const PaletteMenu = menus.component((all) => all.PaletteMenu)
export const PictureMenu = menus.component((all) => all.PictureMenu)
export const PrecisionMenu = menus.component((all) => all.PrecisionMenu)
export const SymbolPicker = menus.component((all) => all.SymbolPicker)
