import type { FootprintChart } from '@flowprint/chart'
import type { Menus, MenuSymbol } from '@flowprint/contract'
import type { ComponentType } from 'react'
import type { ChartScope } from './model/chart-scope.ts'
import { needWords } from '../../shared/i18n/setup.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import type { ChartController } from './chart/chart-controller.ts'
import { deferred } from './ui/deferred.tsx'
import { receiveAlert } from './model/alert-requests.ts'
import { applyBigTrades, clearBigTrades } from './model/market-store.ts'
import type { SidePart } from './model/layout-store.ts'
import { IncompleteCard, loadReadout } from './panels/readout/deferred-parts.tsx'
import { DelayPlace } from './panels/status/delay-place.tsx'
import { ChartNotice, loadStatusParts } from './panels/status/deferred-parts.ts'
import { loadMenus } from './panels/toolbar/deferred-menus.tsx'

interface SideProps {
  readonly menus: Menus
  /** Undefined for an unknown symbol. */
  readonly market: MenuSymbol | undefined
}

interface OverlayProps {
  readonly market: MenuSymbol
  readonly controller: ChartController
}

/** Connects a panel with a new chart; returns the function that disconnects it. */
type Attach = (controller: ChartController) => () => void

/** What a panel adds to the page. */
interface Panel {
  readonly name: string
  readonly attach?: Attach
  /** Loads the function that adds the panel's marks to the chart; that returns the function that removes them. */
  readonly loadMarks?: () => Promise<(chart: FootprintChart, scope: ChartScope) => () => void>
  /** Beside the chart while the layout shows this part. */
  readonly side?: { readonly part: SidePart; readonly View: ComponentType<SideProps> }
  /** Over the chart: from the first bars on, or only while there are bars. */
  readonly overlay?: { readonly when: 'started' | 'ready'; readonly View: ComponentType<OverlayProps> }
  /** Loads what the first view does not show. */
  readonly preload?: () => Promise<unknown>
}

type Words = Parameters<typeof needWords>[0]

/** A component that loads on demand, together with its texts. */
function view<Props extends object>(load: () => Promise<ComponentType<Props>>, ...words: Words[]) {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), ...words.map((part) => needWords(part))])
    return { default: component }
  })
}

const pageParts = deferred(() => import('./page-parts.ts'))
export const PageKeys = pageParts.component((all) => all.PageKeys)
export const PageHead = pageParts.component((all) => all.PageHead, <DelayPlace />)
export const UnknownSymbol = pageParts.component((all) => all.UnknownSymbol)

export const KeyboardSheet = view(
  async () => (await import('./panels/keyboard/keyboard-sheet.tsx')).KeyboardSheet,
  'keys',
  'workspaces',
  'depth',
  'drawings',
  'alerts',
  'replay',
)
export const SavedLayouts = view(
  async () => (await import('./panels/layouts/saved-layouts.tsx')).SavedLayouts,
  'workspace',
)
export const SharedView = view(
  async () => (await import('./panels/sharing/shared-view.tsx')).SharedView,
  'workspace',
  'drawings',
)
export const HeatmapStrip = view(async () => (await import('./panels/heatmap/heatmap-strip.tsx')).HeatmapStrip, 'depth')
export const DrawingRail = view(async () => (await import('./drawings/index.ts')).DrawingRail, 'drawings')
export const ProfileMenu = view(
  async () => (await import('./panels/profiles/profile-fields.tsx')).ProfilePanel,
  'profiles',
)

/** Attaches a panel whose code loads on demand. */
function attachWhenLoaded(load: () => Promise<Attach>): Attach {
  return (controller) => {
    let detach: (() => void) | null = null
    let isDetached = false
    load().then(
      (attach) => {
        if (!isDetached) detach = attach(controller)
      },
      () => undefined,
    )
    return () => {
      isDetached = true
      detach?.()
    }
  }
}

const loadDepth = () => import('./panels/heatmap/attach-depth.ts')

/** The panels of the page, in the order in which they are added to chart and page. */
const PANELS: readonly Panel[] = [
  {
    name: 'readout',
    attach: attachWhenLoaded(async () => (await loadReadout()).attachReadout),
    preload: loadReadout,
  },
  { name: 'toolbar', preload: loadMenus },
  { name: 'status', preload: loadStatusParts },
  {
    name: 'page',
    preload: pageParts.load,
  },
  { name: 'vwap', loadMarks: async () => (await import('./panels/vwap/vwap.ts')).addVwap },
  {
    name: 'big-trades',
    attach(controller) {
      const { scope } = controller
      const undo = [
        controller.on('open', () => clearBigTrades(scope)),
        controller.on('bigTrades', (message) => applyBigTrades(scope, message)),
      ]
      return () => undo.forEach((remove) => remove())
    },
    loadMarks: async () => (await import('./panels/big-trades/big-trades.ts')).addBigTrades,
  },
  {
    name: 'depth',
    attach: attachWhenLoaded(async () => (await loadDepth()).attachDepth),
  },
  { name: 'derivatives', overlay: { when: 'started', View: pageParts.component((all) => all.ChartParts) } },
  { name: 'signals', loadMarks: async () => (await import('./panels/signals/signals.ts')).addSignals },
  {
    name: 'drawings',
    overlay: {
      when: 'started',
      View: view(async () => (await import('./drawings/index.ts')).DrawingLayer, 'drawings'),
    },
  },
  {
    name: 'watchlist',
    side: {
      part: 'watchlist',
      View: view(
        async () => (await import('./panels/watchlist/watchlist-panel.tsx')).WatchlistPanel,
        'workspace',
        'toolbar',
      ),
    },
  },
  {
    name: 'alerts',
    attach: (controller) => controller.on('alert', ({ event }) => receiveAlert(event)),
    side: {
      part: 'alerts',
      View: view(async () => (await import('./alerts/panel/alerts-panel.tsx')).AlertsPanel, 'alerts'),
    },
    overlay: { when: 'started', View: view(async () => (await import('./alerts/alerts.tsx')).ChartAlerts, 'alerts') },
  },
  { name: 'marks', overlay: { when: 'ready', View: pageParts.component((all) => all.HitCard) } },
  { name: 'incomplete', overlay: { when: 'ready', View: IncompleteCard } },
  { name: 'notice', overlay: { when: 'ready', View: ChartNotice } },
  {
    name: 'profiles',
    overlay: {
      when: 'ready',
      View: view(async () => (await import('./panels/profiles/profiles.tsx')).Profiles, 'profiles'),
    },
  },
  {
    name: 'time-and-sales',
    attach: attachWhenLoaded(async () => (await import('./panels/time-and-sales/tape-store.ts')).attachTimeAndSales),
    side: {
      part: 'tape',
      View: view(async () => (await import('./panels/time-and-sales/tape-panel.tsx')).TapePanel, 'timeAndSales'),
    },
  },
  {
    name: 'ladder',
    // Its state comes with the messages that `depth` follows.
    attach: attachWhenLoaded(async () => {
      await loadDepth()
      return (await import('./panels/ladder/ladder-store.ts')).attachLadder
    }),
    side: {
      part: 'ladder',
      View: view(async () => (await import('./panels/ladder/ladder-panel.tsx')).LadderPanel, 'depth'),
    },
  },
  { name: 'practice', side: { part: 'practice', View: pageParts.component((all) => all.PracticePart) } },
  {
    name: 'indicators',
    side: {
      part: 'panel',
      View: view(
        async () => (await import('./indicator-panel.tsx')).IndicatorPanel,
        'indicators',
        'depth',
        'derivatives',
        'signals',
        'profiles',
        'vwap',
      ),
    },
  },
]

export const SIDE_PANELS = PANELS.flatMap(({ name, side }) => (side ? { name, ...side } : []))
export const CHART_OVERLAYS = PANELS.flatMap(({ name, overlay }) => (overlay ? { name, ...overlay } : []))

/** Starts loading in advance; failures are handled by the later request. */
export function preloadPanels(): void {
  for (const { preload } of PANELS) preload?.().catch(() => undefined)
}

/** Connects every panel with a new chart until that is destroyed. */
export function attachPanels(controller: ChartController): void {
  const undo = PANELS.flatMap(({ attach }) => attach?.(controller) ?? [])
  let isDisposed = false
  controller.on('dispose', () => {
    isDisposed = true
    for (const remove of undo) remove()
  })
  const loading = PANELS.flatMap(({ loadMarks }) => loadMarks?.() ?? [])
  void Promise.all(loading).then((marks) => {
    if (!isDisposed) undo.push(...marks.map((add) => add(controller.chart, controller.scope)))
  })
}
