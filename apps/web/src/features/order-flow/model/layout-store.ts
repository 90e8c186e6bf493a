import { create } from 'zustand'
import { readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'

/** Unfolded parts of the page; stored on this device. */
interface LayoutParts {
  readonly panel: boolean
  readonly tape: boolean
  /** The ladder of the order book. */
  readonly ladder: boolean
  readonly watchlist: boolean
  readonly alerts: boolean
  /** Practice orders against a replay. */
  readonly practice: boolean
  readonly legend: boolean
  readonly header: boolean
  /** The drawing tools. */
  readonly rail: boolean
}

interface LayoutState extends LayoutParts {
  fold(part: keyof LayoutParts, open: boolean): void
}

const DEFAULT_LAYOUT: LayoutParts = {
  panel: false,
  tape: false,
  ladder: false,
  watchlist: false,
  alerts: false,
  practice: false,
  legend: true,
  header: true,
  rail: true,
}
/** Panels next to the chart, in the order in which they close when space runs out. */
export const SIDES = ['alerts', 'tape', 'panel', 'watchlist', 'ladder', 'practice'] as const
export type SidePart = (typeof SIDES)[number]
type Sides = Pick<LayoutParts, SidePart>

const narrowerThan = (px: number) => typeof matchMedia === 'function' && matchMedia(`(max-width: ${px - 1}px)`).matches

const pickSides = (isOpen: (side: SidePart) => boolean) =>
  Object.fromEntries(SIDES.map((side) => [side, isOpen(side)])) as Record<SidePart, boolean>

/** As many panels as leave most of the width to the chart; `kept` always stays open. */
function fitting(parts: Sides, kept: keyof LayoutParts): Sides {
  const sides = pickSides((side) => parts[side])
  const room = narrowerThan(1200) ? 1 : narrowerThan(1600) ? 2 : 3
  const others = SIDES.filter((side) => side !== kept && sides[side])
  const count = () => SIDES.filter((side) => sides[side]).length
  while (count() > room) sides[others.shift() as SidePart] = false
  return sides
}

function stored(): LayoutParts {
  const flags = readRecord(STORAGE_KEYS.layout)
  // On a phone the tools cover the chart, so they open only on request.
  const defaultRail = !narrowerThan(641)
  const read = (part: keyof LayoutParts) => {
    const flag = flags[part]
    return typeof flag === 'boolean' ? flag : DEFAULT_LAYOUT[part]
  }
  // On a phone a panel covers the chart, so it never opens by itself; a narrowed window keeps at most one.
  const small = narrowerThan(901)
  const sides = fitting(
    pickSides((side) => read(side) && !small),
    'panel',
  )
  return { ...sides, legend: read('legend'), header: read('header'), rail: defaultRail && read('rail') }
}

export const useLayout = create<LayoutState>()((set, get) => ({
  ...stored(),
  fold(part, open) {
    set({ [part]: open })
    if (open) set(fitting(get(), part))
    const { fold: _, ...parts } = get()
    writeJson(STORAGE_KEYS.layout, parts)
  },
}))

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
