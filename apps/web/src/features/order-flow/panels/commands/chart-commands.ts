import type { Menus } from '@flowprint/contract'
import type { TFunction } from 'i18next'
import type { ChartScope } from '../../model/chart-scope.ts'
import type { Command } from '../../../../shared/commands/commands.ts'
import { PALETTES, useAppearance } from '../../../../shared/theme/appearance.ts'
import { redoLayout, undoLayout, useLayoutHistory } from '../../model/layout-history.ts'
import { type PageActions, SIDES, useLayout } from '../../model/layout-store.ts'
import { listMoments, requestMoment } from '../../model/moment-requests.ts'
import { requestProfiles } from '../../model/profile-requests.ts'
import { startLesson } from '../../model/lesson-link.ts'
import { chooseReplay } from '../../model/replay-store.ts'
import { cycleHint } from '../../model/menus.ts'
import { useOrder, useOrderMemory } from '../../model/order-store.ts'
import { toggleHeatmap, useChartSettings } from '../../model/settings-store.ts'
import type { LayerName, PaneKey } from '../../model/view-settings.ts'
import { venueName } from '../../model/symbols.ts'

/** Names of the layers and panes of the chart. */
const LAYER_WORDS = {
  candle: 'indicators.candle.name',
  poc: 'indicators.poc.name',
  valueArea: 'indicators.valueArea.name',
  imbalances: 'indicators.imbalance.name',
  stacks: 'indicators.stack.name',
  zones: 'indicators.zones.name',
  efforts: 'indicators.effort.name',
  lastPrice: 'indicators.lastPrice.name',
  liquidationMarks: 'derivatives.marks',
} as const satisfies Record<LayerName, string>
const PANE_WORDS = {
  volume: 'toolbar.layoutMenu.volume',
  cvd: 'toolbar.layoutMenu.cvd',
  statistics: 'toolbar.layoutMenu.table',
  liquidations: 'derivatives.liquidations',
  openInterest: 'derivatives.openInterest',
  funding: 'derivatives.funding',
} as const satisfies Record<PaneKey, string>

/** Names of the panels and their keys. */
const PANEL_WORDS = {
  panel: ['order.indicators', 'I'],
  watchlist: ['order.watchlist', 'W'],
  tape: ['tape.title', 'T'],
  ladder: ['order.ladder', 'D'],
  alerts: ['order.alerts', 'B'],
  practice: ['replay.practice', 'X'],
} as const

export interface ChartCommandsOptions {
  readonly menus: Menus
  readonly actions: PageActions
  /** Applies the chosen symbol, cycle and precision. */
  readonly switchTo: () => void
}

/** Commands of the chart page in the current language, with the current state of every switch. */
export function chartCommands(t: TFunction, scope: ChartScope, options: ChartCommandsOptions): readonly Command[] {
  return [
    ...symbolCommands(scope, options),
    ...cycleCommands(t, scope, options),
    ...panelCommands(t),
    ...studyCommands(t, scope),
    ...layoutCommands(t, scope, options.actions),
    ...actionCommands(t, scope, options.actions),
    ...paletteCommands(t),
  ]
}

function symbolCommands(scope: ChartScope, { menus, switchTo }: ChartCommandsOptions): Command[] {
  const { applied, chooseSymbol } = useOrder.of(scope).getState()
  const { history } = useOrderMemory.getState()
  const viewed = new Map(history.map((symbol, at) => [symbol, at]))
  // Viewed ones first, newest first; the others in the order of the menus.
  const placeOf = (symbol: string) => viewed.get(symbol) ?? history.length
  return menus.symbol
    .toSorted((a, b) => placeOf(a.value) - placeOf(b.value))
    .map(({ value, label, exchange }) => ({
      id: `symbol:${value}`,
      group: 'symbol',
      label,
      note: venueName(exchange),
      keywords: value,
      isChecked: value === applied?.symbol,
      run() {
        chooseSymbol(menus, value)
        switchTo()
      },
    }))
}

function cycleCommands(t: TFunction, scope: ChartScope, { menus, switchTo }: ChartCommandsOptions): Command[] {
  const { applied, chooseCycle } = useOrder.of(scope).getState()
  return menus.cycle.map(({ value, label }) => ({
    id: `cycle:${value}`,
    group: 'cycle',
    label: `${t('order.cycle')}: ${cycleHint(t, value)}`,
    note: label,
    keywords: `${value} cycle timeframe`,
    isChecked: value === applied?.cycle,
    run() {
      chooseCycle(menus, value)
      switchTo()
    },
  }))
}

function panelCommands(t: TFunction): Command[] {
  const layout = useLayout.getState()
  return SIDES.map((part) => ({
    id: `panel:${part}`,
    group: 'panel',
    label: t(PANEL_WORDS[part][0]),
    keys: [PANEL_WORDS[part][1]],
    keywords: part,
    isChecked: layout[part],
    run: () => layout.fold(part, !useLayout.getState()[part]),
  }))
}

function studyCommands(t: TFunction, scope: ChartScope): Command[] {
  const { view } = useChartSettings.of(scope).getState()
  const layers = Object.entries(LAYER_WORDS) as [LayerName, (typeof LAYER_WORDS)[LayerName]][]
  const panes = Object.entries(PANE_WORDS) as [PaneKey, (typeof PANE_WORDS)[PaneKey]][]
  const study = (id: string, label: string, isChecked: boolean, run: () => void): Command => ({
    id: `study:${id}`,
    group: 'study',
    label,
    keywords: id,
    isChecked,
    run,
  })
  const change = (part: Partial<typeof view>) => {
    const { view: now, change: save } = useChartSettings.of(scope).getState()
    save({ view: { ...now, ...part } })
  }
  return [
    { ...study('heatmap', t('order.heatmap'), view.heatmap.shown, () => toggleHeatmap(scope)), keys: ['H'] },
    ...panes.map(([pane, words]) =>
      study(pane, t(words), view.panes[pane], () => {
        const { panes: now } = useChartSettings.of(scope).getState().view
        change({ panes: { ...now, [pane]: !now[pane] } })
      }),
    ),
    ...layers.map(([layer, words]) =>
      study(layer, t(words), view.layers[layer], () => {
        const { layers: now } = useChartSettings.of(scope).getState().view
        change({ layers: { ...now, [layer]: !now[layer] } })
      }),
    ),
    {
      ...study('profiles', t('order.profiles'), false, () => {
        requestProfiles(scope)
        useLayout.getState().fold('panel', true)
      }),
      isChecked: undefined,
    },
  ]
}

function layoutCommands(t: TFunction, scope: ChartScope, actions: PageActions): Command[] {
  const { undo, redo } = useLayoutHistory.getState()
  const command = (id: string, label: string, run: () => void, keys?: readonly string[]): Command => ({
    id: `layout:${id}`,
    group: 'layout',
    label,
    keys,
    keywords: `${id} layout`,
    run,
  })
  return [
    command('saved', t('toolbar.layoutMenu.saved'), actions.showLayouts),
    ...(undo.length > 0 ? [command('undo', t('palette.undoLayout'), undoLayout, LAYOUT_KEYS.undo)] : []),
    ...(redo.length > 0 ? [command('redo', t('palette.redoLayout'), redoLayout, LAYOUT_KEYS.redo)] : []),
    command('reset', t('indicators.resetAll'), () => useChartSettings.of(scope).getState().reset()),
  ]
}

const LAYOUT_KEYS = { undo: ['Alt Z'], redo: ['Alt Shift Z'] } as const

function actionCommands(t: TFunction, scope: ChartScope, actions: PageActions): Command[] {
  const command = (id: string, label: string, run: () => void, keys?: readonly string[]): Command => ({
    id: `chart:${id}`,
    group: 'chart',
    label,
    keys,
    keywords: id,
    run,
  })
  return [
    command('copy-link', t('order.copyLink'), actions.copyLink),
    command('copy-moment', t('moments.copy'), () => requestMoment({ scope, at: { bar: null } })),
    command('annotate-moment', t('moments.copyWithNote'), () =>
      requestMoment({ scope, at: { bar: null }, isAsking: true }),
    ),
    command('moments', t('moments.mine'), listMoments),
    command('copy-image', t('toolbar.picture.copy'), () => actions.takePicture('copy')),
    command('save-image', t('toolbar.picture.save'), () => actions.takePicture('save')),
    command('download-trades', t('toolbar.downloadMenu.trades'), () => actions.download('trades')),
    command('download-bars', t('toolbar.downloadMenu.bars'), () => actions.download('bars')),
    command(
      'full-screen',
      t(actions.isFullScreen ? 'order.leaveFullScreen' : 'order.fullScreen'),
      actions.toggleFullScreen,
      ['F'],
    ),
    command('replay', t('replay.choose.title'), chooseReplay, ['R']),
    command('lesson', t('toolbar.layoutMenu.lesson'), startLesson),
    command('keyboard', t('order.keyboard'), actions.showKeyboard, ['?']),
  ]
}

function paletteCommands(t: TFunction): Command[] {
  const { palette, choosePalette } = useAppearance.getState()
  return PALETTES.map((choice) => ({
    id: `palette:${choice}`,
    group: 'appearance',
    label: t(`order.palette.${choice}`),
    keywords: `colours ${choice}`,
    isChecked: choice === palette,
    run: () => choosePalette(choice),
  }))
}
