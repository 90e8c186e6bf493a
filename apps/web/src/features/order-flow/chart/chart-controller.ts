import {
  type ChartFormat,
  type ChartSettings,
  createFootprintChart,
  type FootprintChart,
  type Hit,
  type Readout,
} from '@flowprint/chart'
import { addLots, BAR_OPEN, barQuote, barVolume, lowerBoundT, sequenceRule, showsBigTrades } from '@flowprint/orderflow'
import { useAppearance } from '../../../shared/theme/appearance.ts'
import { readChartTheme } from '../../../shared/theme/chart-theme.ts'
import type { FromWorker, ViewRequest } from '../../../workers/protocol.ts'
import { receiveAlert } from '../model/alert-requests.ts'
import { barEnd } from '../model/bar-end.ts'
import { forgetBigTrades, takeBigTrades } from '../model/big-trade-store.ts'
import { afterMessage, beginLoading, marketStore } from '../model/market-store.ts'
import type { Traded } from '../model/quantity-text.ts'
import { type ChartPreferences, useChartSettings } from '../model/settings-store.ts'
import { useWatched } from '../model/watched-store.ts'
import { readerCome, readerNow } from '../panels/readout/reader.ts'
import { NO_READING, useReading } from '../panels/readout/reading-store.ts'
import { afterTape, type TapeWish, useTape } from '../panels/time-and-sales/tape-store.ts'
import { countdownText, missingText } from './chart-format.ts'
import { MarketClient } from './market-client.ts'

/** `cycle`: the chart's cycle, "" before there is one. */
function chartSettings({ indicators, view }: ChartPreferences, cycle: string): ChartSettings {
  return {
    ...view,
    maxZones: indicators.zones.maxDrawn,
    cvdStyle: indicators.cvd.style,
    lane: showsBigTrades(indicators, cycle),
  }
}

/** Time for the pointer to move from a bar to the readout. */
const HOLD_MS = 2000

function keyParts({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): KeyboardEventInit {
  return { key, shiftKey, altKey, ctrlKey, metaKey }
}

/**
 * Connects the chart with the market worker, the settings and the theme. Lives outside React: a live tick goes from the
 * worker to the canvas without a render.
 */
export class ChartController {
  readonly chart: FootprintChart
  readonly #client: MarketClient
  /** The chart's element, which receives focus and keys. */
  readonly #focusable: HTMLElement
  readonly #undo: (() => void)[] = []
  #readout: Readout | null = null
  /** The last crosshair position, and when it left. */
  #left: { readonly readout: Readout; readonly at: number } | null = null
  /** The bar the readout shows while the pointer is on it; null: the newest bar. */
  #held: Readout | null = null
  #takenFrame = 0
  #tapeFrame = 0
  #symbol = ''
  #cycle = ''
  #isDisposed = false
  /** A moment to show once its bars are loaded, or the time range that begins with it. */
  #target: number | null = null
  #targetEnd: number | null = null

  constructor(container: HTMLElement, format: ChartFormat) {
    this.chart = createFootprintChart(container, {
      theme: readChartTheme(),
      settings: chartSettings(useChartSettings.getState(), ''),
      format,
    })
    this.#focusable = container.firstElementChild as HTMLElement
    this.#client = new MarketClient((message) => this.#hear(message))
    const { chart } = this
    this.#undo.push(
      // The attributes of the document follow the same store; read the tokens after they have changed.
      useAppearance.subscribe(() => requestAnimationFrame(() => chart.setTheme(readChartTheme()))),
      useChartSettings.subscribe((now, before) => this.#changeSettings(now, before)),
      chart.onCrosshair((readout) => {
        if (readout === null && this.#readout !== null) this.#left = { readout: this.#readout, at: performance.now() }
        this.#read(readout)
      }),
      chart.onHit((hit) => useReading.setState({ hit, hitBar: hit && this.#barOf(hit) })),
      chart.onVisibleRange(({ from, to, atNow, detail }) => {
        // The view position, for browser tests.
        Object.assign(container.dataset, { from, to, detail })
        if (useReading.getState().atNow !== atNow) useReading.setState({ atNow })
      }),
      chart.onNeedOlder(() => this.#loadOlder()),
      useTape.subscribe((now, before) => now.wish !== before.wish && this.#askTape(now.wish)),
      useWatched.subscribe((now, before) => now.symbols !== before.symbols && this.#client.watch(now.symbols)),
    )
    void this.#addSignals()
    void readerCome.then(() => !this.#isDisposed && this.#read(this.#readout))
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
    beginLoading()
    useReading.setState(NO_READING)
    this.#readout = null
    this.#left = null
    this.#held = null
    this.#target = null
    this.#symbol = request.symbol
    this.#cycle = request.cycle
    this.chart.setSettings(chartSettings(useChartSettings.getState(), request.cycle))
    forgetBigTrades()
    this.#client.open(request)
    const { wish } = useTape.getState()
    if (wish) this.#askTape(wish)
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

  /**
   * While the pointer is on the readout, keeps showing the bar the pointer came from, so that its amounts can be read
   * in full; false: the newest bar again.
   */
  holdReading(held: boolean): void {
    const left = this.#left
    const isRecent = left !== null && performance.now() - left.at < HOLD_MS
    // The chart reports only afterwards that the pointer left it.
    this.#held = held ? (this.#readout ?? (isRecent ? left.readout : null)) : null
    this.#read(this.#readout)
  }

  retry(): void {
    beginLoading()
    this.#client.retry()
  }

  dispose(): void {
    this.#isDisposed = true
    cancelAnimationFrame(this.#takenFrame)
    cancelAnimationFrame(this.#tapeFrame)
    for (const undo of this.#undo) undo()
    this.#client.dispose()
    this.chart.destroy()
    useReading.setState(NO_READING)
  }

  /** Overlays are added once the bars are loaded. */
  async #addSignals(): Promise<void> {
    const [{ addSignals }, { addVwap }, { addBigTrades }] = await Promise.all([
      import('../panels/signals/add-signals.ts'),
      import('../panels/vwap/add-vwap.ts'),
      import('../panels/big-trades/add-big-trades.ts'),
    ])
    if (!this.#isDisposed) this.#undo.push(addVwap(this.chart), addBigTrades(this.chart), addSignals(this.chart))
  }

  #hear(message: FromWorker): void {
    const { chart } = this
    if (message.type === 'tape') return this.#takeTape(message)
    if (message.type === 'bigTrades') return takeBigTrades(message)
    if (message.type === 'alert') return receiveAlert(message.event)
    if (message.type === 'summaries') return useWatched.getState().take(message.list)
    marketStore.setState((state) => afterMessage(state, message))
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
      this.#read(message.type === 'reset' ? null : this.#readout)
      this.#takenFrame = requestAnimationFrame(() => this.#client.taken())
    }
    if ('watermark' in message) this.#countDown(message.watermark)
    if (message.type === 'prepend' || message.type === 'older') this.#seek()
  }

  /** Rows of time and sales only update their panel, not the chart or the page. */
  #takeTape(message: Extract<FromWorker, { type: 'tape' }>): void {
    if (useTape.getState().wish === null) return
    useTape.setState((state) => afterTape(state, message))
    this.#tapeFrame = requestAnimationFrame(() => this.#client.tapeTaken())
  }

  #askTape(wish: TapeWish | null): void {
    if (wish && wish.symbol !== this.#symbol) return
    this.#client.askTape(wish && { merge: wish.merge, unit: wish.unit, atLeast: wish.atLeast })
  }

  #seek(): void {
    const target = this.#target
    const { t, length } = this.chart.bars()
    if (target === null || length === 0) return
    const { older } = marketStore.getState()
    // When nothing older can be loaded, use the oldest bar.
    if (t[0] <= target || older === 'beginning' || older === 'full' || older === 'failed') {
      this.#target = null
      if (this.#targetEnd === null) this.chart.scrollToTime(target)
      else this.chart.showTimes(target, this.#targetEnd)
    } else if (older !== 'loading') this.#loadOlder()
  }

  #loadOlder(): void {
    const { older } = marketStore.getState()
    if (older === 'beginning' || older === 'full') return
    marketStore.setState({ older: 'loading' })
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
      this.#read(this.#readout)
    }
    if (now.indicators !== before.indicators) this.#client.changeSettings(now.indicators)
  }

  /** Describes what is under the crosshair, otherwise the newest bar. Does nothing until the readout code is loaded. */
  #read(readout: Readout | null): void {
    this.#readout = readout
    const bars = this.chart.bars()
    const { meta, firstNumber } = marketStore.getState()
    const reader = readerNow()
    const bar = (readout ?? this.#held)?.bar ?? bars.length - 1
    if (!reader || !meta || bar < 0 || bar >= bars.length)
      return useReading.setState({ bar: null, cell: null, pointer: null })
    const units = reader.textUnits(meta.units)
    const { unit } = useChartSettings.getState().view
    const analysis = this.chart.analysis()
    const cell = readout?.cell ?? -1
    useReading.setState({
      bar: reader.readBar(bars, analysis, bar, unit, units, firstNumber),
      cell: cell >= 0 ? reader.readCell(bars, analysis, { bar, cell }, unit, units) : null,
      pointer: readout && { x: readout.x, y: readout.y },
    })
  }

  #barOf(hit: Hit): Traded | null {
    if (hit.kind !== 'effort' && hit.kind !== 'signal') return null
    const bars = this.chart.bars()
    const bar = lowerBoundT(bars, hit.kind === 'effort' ? hit.effort.t : hit.signal.t)
    if (bar >= bars.length) return null
    return { lots: barVolume(bars, bar), quote: addLots(barQuote(bars, bar, 'bid'), barQuote(bars, bar, 'ask')) }
  }

  /** Time to the close of the open bar by the market's clock, or its remaining fills or volume. */
  #countDown(watermark: number | null): void {
    const bars = this.chart.bars()
    const last = bars.length - 1
    const open = watermark !== null && last >= 0 && bars.state[last] === BAR_OPEN
    if (!open) return this.chart.setCountdown(null)
    const { meta } = marketStore.getState()
    const rule = bars.cycleMs > 0 || meta === null ? null : sequenceRule(meta.cycle, meta.units.lotSize)
    this.chart.setCountdown(
      rule === null || meta === null
        ? countdownText(bars.t[last] + bars.cycleMs - watermark)
        : missingText(bars, last, rule, meta.units),
    )
  }
}
