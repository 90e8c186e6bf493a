import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { IconButton } from '../../shared/ui/button.tsx'
import { needWords } from '../../shared/i18n/setup.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { takeReader } from './panels/readout/reader.ts'
import readout from './panels/readout/readout.module.css'

type Parts = typeof import('./on-demand.ts')

let loaded: Parts | null = null
const parts = async (): Promise<Parts> => {
  const [all] = await Promise.all([import('./on-demand.ts'), needWords('indicators')])
  loaded = all
  takeReader(all)
  return all
}

/** Starts loading in advance; failures are handled by the later request. */
export function fetchLater(): void {
  void parts().catch(() => undefined)
}

/** A lazy part: rendered immediately when loaded, otherwise when it arrives; `until` is the placeholder. */
function later<Props extends object>(
  pick: (all: Parts) => ComponentType<Props>,
  until: ReactNode = null,
): ComponentType<Props> {
  const Waiting = lazyPart(async () => ({
    default: pick(await parts()) as ComponentType<object>,
  })) as unknown as ComponentType<Props>
  return function Later(props: Props) {
    // Decided once: switching components would remount.
    const [Part] = useState(() => loaded && pick(loaded))
    return Part ? (
      <Part {...props} />
    ) : (
      <Suspense fallback={until}>
        <Waiting {...props} />
      </Suspense>
    )
  }
}

export const ChartNotice = later((all) => all.ChartNotice)
export const NothingToDraw = later((all) => all.NothingToDraw)
export const Readout = later((all) => all.Readout, <div className={readout.readout} />)
export const Hotkeys = later((all) => all.Hotkeys)
export const Legend = later((all) => all.Legend)
export const CellLine = later((all) => all.CellLine)
export const HitCard = later((all) => all.HitCard)
export const IncompleteCard = later((all) => all.IncompleteCard)
export const GapsPanel = later((all) => all.GapsPanel)
export const CycleMenu = later((all) => all.CycleMenu)
export const DownloadMenu = later((all) => all.DownloadMenu)
export const LayoutMenu = later((all) => all.LayoutMenu)
export const PaletteMenu = later((all) => all.PaletteMenu)
export const PictureMenu = later((all) => all.PictureMenu)
export const PrecisionMenu = later((all) => all.PrecisionMenu)
export const ProfileMenu = later((all) => all.ProfileMenu)
export const SymbolPicker = later((all) => all.SymbolPicker)
export const FirstTour = later((all) => all.FirstTour)
export const ZoneChoice = later((all) => all.ZoneChoice)
export const UnknownSymbol = later((all) => all.UnknownSymbol)
export const MoreMenu = later((all) => all.MoreMenu, <IconButton icon="more" label="…" disabled />)
