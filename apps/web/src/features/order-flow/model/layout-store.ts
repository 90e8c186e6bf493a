import { create } from 'zustand'
import { type ChartScope, createScopedStore } from './chart-scope.ts'
import { readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'

/** Unfolded parts of the page; stored on this device. */
interface LayoutParts {
  readonly panel: boolean
  readonly tape: boolean
  /** The ladder of the order book. */
  readonly ladder: boolean
  readonly watchlist: boolean
  readonly alerts: boolean
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
  legend: true,
  header: true,
  rail: true,
}
/** Panels next to the chart, in the order in which they close when space runs out. */
export const SIDES = ['alerts', 'tape', 'panel', 'watchlist', 'ladder'] as const
export type SidePart = (typeof SIDES)[number]
type Sides = Pick<LayoutParts, SidePart>

const narrowerThan = (px: number) => typeof matchMedia === 'function' && matchMedia(`(max-width: ${px - 1}px)`).matches

/** As many panels as leave most of the width to the chart; `kept` always stays open. */
function fitting({ alerts, tape, panel, watchlist, ladder }: Sides, kept: keyof LayoutParts): Sides {
  const sides = { alerts, tape, panel, watchlist, ladder }
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
  const side = (part: keyof Sides) => read(part) && !small
  const sides = fitting(
    {
      alerts: side('alerts'),
      panel: side('panel'),
      tape: side('tape'),
      watchlist: side('watchlist'),
      ladder: side('ladder'),
    },
    'panel',
  )
  return { ...sides, legend: read('legend'), header: read('header'), rail: defaultRail && read('rail') }
}

export const useLayout = create<LayoutState>()((set, get) => ({
  ...stored(),
  fold(part, open) {
    set({ [part]: open })
    if (open) set(fitting(get(), part))
    const { panel, tape, ladder, watchlist, alerts, legend, header, rail } = get()
    writeJson(STORAGE_KEYS.layout, { panel, tape, ladder, watchlist, alerts, legend, header, rail })
  },
}))

/** Counts requests from menus to open the panel at the profile section. */
export const useProfileRequests = createScopedStore<{ readonly asked: number }>(() => () => ({ asked: 0 }))

export const requestProfiles = (scope: ChartScope) =>
  useProfileRequests.of(scope).setState(({ asked }) => ({ asked: asked + 1 }))

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
