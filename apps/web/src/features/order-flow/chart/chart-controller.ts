import {
  type ChartFormat,
  type ChartSettings,
  createFootprintChart,
  type FootprintChart,
  type PaneOwner,
} from '@flowprint/chart'
import { BAR_OPEN, type Bars, dayEndOf, sequenceRule, showsBigTrades } from '@flowprint/orderflow'
import { type ChartScope, createScopedStore } from '../model/chart-scope.ts'
import { formatCountdown } from '../../../shared/format/chart-time.ts'
import { useAppearance } from '../../../shared/theme/appearance.ts'
import { readChartTheme } from '../../../shared/theme/chart-theme.ts'
import type { FromWorker, PanelRequest, ViewRequest } from '../../../workers/protocol.ts'
import { afterMessage, beginLoading, useMarket, useWatched } from '../model/market-store.ts'
import { useChartSettings } from '../model/settings-store.ts'
import type { ChartPreferences } from '../model/view-settings.ts'
import { missingText } from './chart-format.ts'
import { MarketClient } from './market-client.ts'

type Message<Type extends FromWorker['type']> = Extract<FromWorker, { type: Type }>

/** What the controller reports to the panels. */
interface ChartEvents {
  /** Another chart was requested: discard what belongs to the previous one. */
  readonly open: ViewRequest
  /** Bars were replaced, or changed and appended. */
  readonly bars: 'reset' | 'update'
  /** Messages of the worker that the chart itself does not show. */
  readonly alert: Message<'alert'>
  readonly bigTrades: Message<'bigTrades'>
  readonly tape: Message<'tape'>
  readonly depth: Message<'depth'>
  readonly heatmap: Message<'heatmap'>
  readonly ladder: Message<'ladder'>
  readonly derivatives: Message<'derivatives'>
  readonly largest: Message<'largest'>
  readonly replayed: Message<'replayed'>
  readonly practice: Message<'practice'>
  /** The chart is about to be destroyed. */
  readonly dispose: undefined
}

type Listener<Type extends keyof ChartEvents> = (event: ChartEvents[Type]) => void

interface Viewport {
  /** The newest bar is visible. */
  readonly atNow: boolean
}

export const useViewport = createScopedStore<Viewport>(() => () => ({ atNow: true }))

/** `cycle`: the chart's cycle, "" before there is one. */
function chartSettings({ indicators, view }: ChartPreferences, cycle: string): ChartSettings {
  return {
    ...view,
    maxZones: indicators.zones.maxDrawn,
    cvdStyle: indicators.cvd.style,
    lane: showsBigTrades(indicators, cycle),
    showBars: !view.heatmap.shown || view.heatmap.cells,
    translucentCells: view.heatmap.shown,
  }
}

function keyParts({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): KeyboardEventInit {
  return { key, shiftKey, altKey, ctrlKey, metaKey }
}

/**
 * Connects the chart with the market worker, the settings and the theme, and reports to the panels what happens. Lives
 * outside React: a live tick goes from the worker to the canvas without a render.
 */
export class ChartController {
  readonly chart: FootprintChart & PaneOwner
  /** The state of this chart. */
  readonly scope: ChartScope
  readonly #client: MarketClient
  /** The chart's element, which receives focus and keys. */
  readonly #focusable: HTMLElement
  readonly #undo: (() => void)[] = []
  readonly #listeners: { readonly [Type in keyof ChartEvents]: Set<Listener<Type>> } = {
    open: new Set(),
    bars: new Set(),
    alert: new Set(),
    bigTrades: new Set(),
    tape: new Set(),
    depth: new Set(),
    heatmap: new Set(),
    ladder: new Set(),
    derivatives: new Set(),
    largest: new Set(),
    replayed: new Set(),
    practice: new Set(),
    dispose: new Set(),
  }
  #confirmFrame = 0
  #symbol = ''
  #cycle = ''
  /** A moment to show once its bars are loaded, or the time range that begins with it. */
  #target: number | null = null
  #targetEnd: number | null = null

  constructor(scope: ChartScope, container: HTMLElement, format: ChartFormat) {
    this.scope = scope
    scope.element = container
    this.chart = createFootprintChart(container, {
      theme: readChartTheme(),
      settings: chartSettings(useChartSettings.of(this.scope).getState(), ''),
      format,
    })
    this.#focusable = container.firstElementChild as HTMLElement
    this.#client = new MarketClient((message) => this.#receive(message))
    this.#client.watch(useWatched.getState().symbols)
    const { chart } = this
    this.#undo.push(
      // The attributes of the document follow the same store; read the tokens after they have changed.
      useAppearance.subscribe(() => requestAnimationFrame(() => chart.setTheme(readChartTheme()))),
      useChartSettings.of(this.scope).subscribe((now, before) => this.#changeSettings(now, before)),
      chart.onVisibleRange(({ from, to, atNow, detail }) => {
        // The view position, for browser tests.
        Object.assign(container.dataset, { from, to, detail })
        // No bar is in view in the first frames, before the time axis has its width.
        if (to >= from && useViewport.of(this.scope).getState().atNow !== atNow)
          useViewport.of(this.scope).setState({ atNow })
      }),
      chart.onNeedOlder(() => this.#loadOlder()),
      useWatched.subscribe((now, before) => now.symbols !== before.symbols && this.#client.watch(now.symbols)),
    )
  }

  /** Calls the listener for every event of a type until the returned function is called. */
  on<Type extends keyof ChartEvents>(type: Type, listener: Listener<Type>): () => void {
    this.#listeners[type].add(listener)
    return () => this.#listeners[type].delete(listener)
  }

  /** Symbol of the requested chart. */
  get symbol(): string {
    return this.#symbol
  }

  /** Accessible name of the chart. */
  setLabel(label: string): void {
    this.#focusable.setAttribute('role', 'application')
    this.#focusable.setAttribute('aria-label', label)
  }

  /** Focuses the chart and forwards a key that was pressed elsewhere; true when the chart handled it. */
  pressKey(event: KeyboardEvent): boolean {
    const pressed = new KeyboardEvent('keydown', { ...keyParts(event), cancelable: true })
    const used = !this.#focusable.dispatchEvent(pressed)
    if (used) this.#focusable.focus({ preventScroll: true })
    return used
  }

  open(request: ViewRequest): void {
    beginLoading(this.scope)
    useViewport.of(this.scope).setState({ atNow: true })
    this.#target = null
    this.#symbol = request.symbol
    this.#cycle = request.cycle
    this.chart.setSettings(chartSettings(useChartSettings.of(this.scope).getState(), request.cycle))
    this.#client.open(request)
    this.#emit('open', request)
  }

  /** What a panel needs of the open chart from the worker; reset when another one is opened. */
  request(request: PanelRequest): void {
    this.#client.request(request)
  }

  /** Time range of the visible bars: [from, to) in ms; null when there are none. */
  visibleTimes(): { readonly from: number; readonly to: number } | null {
    const bars = this.chart.bars()
    const { from, to } = this.chart.visibleRange()
    if (to < from || to >= bars.length) return null
    // Bars without a fixed length are identified by their first millisecond.
    return { from: Math.floor(bars.t[from]), to: barEnd(bars, to) }
  }

  /** Scrolls to a moment, loading older bars until it is included. */
  showTime(t: number): void {
    this.#target = t
    this.#targetEnd = null
    this.#seek()
  }

  /** Shows the bars of [from, to), ms, loading older ones as needed. */
  showRange(from: number, to: number): void {
    this.#target = from
    this.#targetEnd = to
    this.#seek()
  }

  retry(): void {
    beginLoading(this.scope)
    this.#client.retry()
  }

  dispose(): void {
    this.#emit('dispose', undefined)
    cancelAnimationFrame(this.#confirmFrame)
    for (const undo of this.#undo) undo()
    this.#client.dispose()
    this.chart.destroy()
    this.scope.element = null
    useViewport.of(this.scope).setState({ atNow: true })
  }

  #emit<Type extends keyof ChartEvents>(type: Type, event: ChartEvents[Type]): void {
    for (const listener of this.#listeners[type]) listener(event)
  }

  #receive(message: FromWorker): void {
    const { chart } = this
    // Messages that only panels read.
    if (message.type in this.#listeners) return this.#emit(message.type as 'tape', message as Message<'tape'>)
    if (message.type === 'summaries') return useWatched.getState().take(message.list)
    useMarket.of(this.scope).setState((state) => afterMessage(state, message))
    if (message.type === 'reset') {
      chart.setBars(message.bars, message.analysis, { units: message.meta.units }, message.keep ? 'keep' : 'reset')
    } else if (message.type === 'update') {
      chart.updateBars(message)
    } else if (message.type === 'prepend') {
      chart.prependBars(message.bars, message.analysis)
    } else if (message.type === 'older' && message.state === 'failed') {
      chart.askOlderAgain()
    }
    if (message.type === 'reset' || message.type === 'update') {
      this.#emit('bars', message.type)
      this.#confirmFrame = requestAnimationFrame(() => this.#client.confirmUpdate())
    }
    if ('watermark' in message) this.#countDown(message.watermark)
    if (message.type === 'prepend' || message.type === 'older') this.#seek()
  }

  #seek(): void {
    const target = this.#target
    const { t, length } = this.chart.bars()
    if (target === null || length === 0) return
    const { older } = useMarket.of(this.scope).getState()
    // When nothing older can be loaded, use the oldest bar.
    if (t[0] <= target || older === 'beginning' || older === 'full' || older === 'failed') {
      this.#target = null
      if (this.#targetEnd === null) this.chart.scrollToTime(target)
      else this.chart.showTimes(target, this.#targetEnd)
    } else if (older !== 'loading') this.#loadOlder()
  }

  #loadOlder(): void {
    const { older } = useMarket.of(this.scope).getState()
    if (older === 'beginning' || older === 'full') return
    useMarket.of(this.scope).setState({ older: 'loading' })
    this.#client.loadOlder()
  }

  #changeSettings(now: ChartPreferences, before: ChartPreferences): void {
    const [shown, wasShown] = [now.indicators, before.indicators]
    const isLaneChanged = showsBigTrades(shown, this.#cycle) !== showsBigTrades(wasShown, this.#cycle)
    if (
      now.view !== before.view ||
      shown.zones.maxDrawn !== wasShown.zones.maxDrawn ||
      shown.cvd.style !== wasShown.cvd.style ||
      isLaneChanged
    ) {
      this.chart.setSettings(chartSettings(now, this.#cycle))
    }
    if (now.indicators !== before.indicators) this.#client.changeSettings(now.indicators)
  }

  /** Time to the close of the open bar by the market's clock, or its remaining fills or volume. */
  #countDown(watermark: number | null): void {
    const bars = this.chart.bars()
    const last = bars.length - 1
    const open = watermark !== null && last >= 0 && bars.state[last] === BAR_OPEN
    if (!open) return this.chart.setCountdown(null)
    const { meta } = useMarket.of(this.scope).getState()
    const rule = bars.cycleMs > 0 || meta === null ? null : sequenceRule(meta.cycle, meta.units.lotSize)
    this.chart.setCountdown(
      rule === null || meta === null
        ? formatCountdown(bars.t[last] + bars.cycleMs - watermark)
        : missingText(bars, last, rule, meta.units),
    )
  }
}

/**
 * End of a bar, whole ms, exclusive: by its cycle, or for bars without a fixed length the start of the next one. The
 * newest of those may last until the end of its UTC day.
 */
export function barEnd({ t, cycleMs, length }: Pick<Bars, 't' | 'cycleMs' | 'length'>, i: number): number {
  if (cycleMs > 0) return t[i] + cycleMs
  const start = Math.floor(t[i])
  return i + 1 < length ? Math.max(Math.floor(t[i + 1]), start + 1) : dayEndOf(start)
}
