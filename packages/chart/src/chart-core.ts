import type { Analysis, AnalysisUpdate, Bars, BarsUpdate } from '@flowprint/orderflow'
import { createChartEx } from 'lightweight-charts'
import type { IChartApiBase, MouseEventParams } from 'lightweight-charts'
import type {
  ChartFormat,
  ChartMeta,
  ChartOptions,
  ChartSettings,
  ChartTheme,
  FootprintChart,
  Hit,
  Plot,
  Readout,
  VisibleRange,
} from './api.ts'
import { applyTheme, axisWidth, fixedOptions, isPhoneWidth, priceFormat, readableColumn } from './chart-options.ts'
import { applyKeyAction, keyAction } from './interaction/keyboard.ts'
import { DeferredUpdates, GestureQueue } from './interaction/deferred-updates.ts'
import { createGestureTarget, PointerReader } from './interaction/pointer-reader.ts'
import { Gestures } from './interaction/gestures.ts'
import { computeMainPriceRange, PriceScale } from './interaction/price-scale.ts'
import { RangeEvents } from './interaction/range-events.ts'
import { TimeView } from './interaction/time-view.ts'
import { firstColumn } from './layout/auto-scale.ts'
import type { AutoFit } from './layout/auto-scale.ts'
import { STATISTICS } from './layout/pane-heights.ts'
import { highRow, lowRow } from './layout/vertical.ts'
import { BarStore, ChangeLog } from './model/bar-store.ts'
import { mergeZones } from './renderers/zones-renderer.ts'
import { OverlayPointerEvents } from './overlay/overlay-pointer.ts'
import { OverlayStack } from './overlay/overlay-stack.ts'
import type { Overlay } from './overlay/overlay.ts'
import type { Coordinates } from './overlay/coordinates.ts'
import { addHiddenSeries, Painter } from './panes/primitives.ts'
import type { HiddenSeries } from './panes/primitives.ts'
import { MainPane } from './panes/main-pane.ts'
import { composeScreenshot, createPaneHost, PixelRatio } from './panes/pane-host.ts'
import type { PaneOwner, PaneSource } from './panes/pane-source.ts'
import { PaneStack } from './panes/pane-stack.ts'
import { SequenceScale } from './panes/sequence-scale.ts'
import type { Scene } from './renderers/scene.ts'
import { SceneBuilder } from './scene-builder.ts'

/** Up to this many new bars are added one by one; more are set at once, which is cheaper for the library. */
const MAX_SINGLE = 5
/** Width of a column while there is no data to measure, CSS px. */
const FIRST_COLUMN = 80

/** Implementation of the public interface: owns the data, the library's chart and the panes, and wires events. */
class ChartCore implements FootprintChart, PaneOwner {
  readonly #root: HTMLElement
  readonly #chart: IChartApiBase<number>
  readonly #store = new BarStore()
  readonly #changes = new ChangeLog()
  readonly #builder: SceneBuilder
  readonly #scale = new PriceScale()
  readonly #pixelRatio = new PixelRatio()
  readonly #base: HiddenSeries
  readonly #main: MainPane
  readonly #stack: PaneStack
  readonly #painter: Painter
  readonly #overlays: OverlayStack
  readonly #overlayPointer: OverlayPointerEvents
  readonly #time: TimeView
  readonly #gestures: Gestures
  readonly #pointer: PointerReader
  readonly #events: RangeEvents
  readonly #observer: ResizeObserver
  #theme: ChartTheme
  readonly #queue = new GestureQueue()
  readonly #deferred = new DeferredUpdates(this.#queue)
  #alive = true

  constructor(container: HTMLElement, options: ChartOptions) {
    this.#theme = options.theme
    this.#root = createRoot(container)
    this.#builder = new SceneBuilder(this.#store, options.theme, options.settings, options.format)
    const axis = new SequenceScale(
      (sequence) => this.#store.timeOf(sequence),
      () => this.#builder.format,
    )
    this.#chart = createChartEx<number, SequenceScale>(this.#root, axis, fixedOptions())
    this.#time = new TimeView(this.#chart, () => this.#store)
    this.#overlays = new OverlayStack({
      scene: () => this.#builder.get(),
      viewport: () => this.#main.viewport,
      visible: () => this.#time.visible(),
      units: () => this.#builder.units,
      theme: () => this.#theme,
      changed: () => this.#painter.everything(),
      inMain: (x, y) => this.#pointer.inMain(x, y),
    })
    const host = createPaneHost({
      changes: this.#changes,
      builder: this.#builder,
      time: this.#time,
      chart: this.#chart,
      indexOf: (pane) => this.#stack.indexOf(pane),
      pixelRatio: this.#pixelRatio,
      ratioChanged: () => {
        this.#priceRange()
        this.#painter.everything()
      },
    })
    this.#base = addHiddenSeries(
      this.#chart,
      0,
      () => this.#priceRange(),
      priceFormat(() => this.#builder.price),
    )
    this.#main = new MainPane(host, this.#scale, this.#overlays)
    this.#base.attachPrimitive(this.#main)
    this.#stack = new PaneStack(this.#chart, host)
    this.#painter = new Painter(
      this.#base,
      () => [this.#main, ...this.#stack.panes],
      () => this.#priceRange(),
    )
    this.#events = new RangeEvents({
      visibleRange: () => this.visibleRange(),
      firstT: () => (this.#store.length === 0 ? null : this.#store.bars().t[0]),
      isNearOldest: () => this.#time.isNearOldest(),
    })
    this.#stack.show(options.settings.panes, null)
    this.#applyTheme()
    this.#pointer = new PointerReader(this.#chart, this.#stack, this.#main, () => this.#builder.get(), this.#root)
    // Must be registered before the gestures, which listen to the same events.
    this.#overlayPointer = new OverlayPointerEvents(this.#root, this.#overlays)
    this.#gestures = new Gestures(this.#root, this.#gestureTarget())
    this.#root.addEventListener('keydown', this.#onKey)
    this.#chart.subscribeCrosshairMove(this.#onCrosshair)
    this.#chart.subscribeClick(this.#onClick)
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#events.publish)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(this.#root)
    this.#resize()
  }

  setBars(bars: Bars, analysis: Analysis, meta: ChartMeta, view: 'reset' | 'keep' = 'reset'): void {
    this.#deferred.clear()
    this.#overlays.retryFailed()
    const saved = view === 'keep' && this.#store.length > 0 ? this.#time.savePosition() : null
    const { step: oldStep, cycleMs: oldCycleMs } = this.#store.bars()
    this.#store.set(bars, analysis)
    // Other bars have the numbers of the ones before.
    this.#main.cells.prepared.clear()
    this.#builder.setUnits(meta.units, saved !== null && oldStep === bars.step && oldCycleMs === bars.cycleMs)
    this.#base.applyOptions({ priceFormat: priceFormat(() => this.#builder.price) })
    this.#applyTheme()
    this.#allChanged()
    this.#setAxis()
    this.#setZones()
    if (saved === null) {
      const scene = this.#builder.get()
      this.#refit('fit')
      this.#time.showNewest(scene === null ? FIRST_COLUMN : this.#firstColumn(scene))
    } else {
      this.#scale.keepPrices(oldStep, bars.step)
      this.#settleSoon()
      this.#time.restore(saved)
    }
    this.#events.allowRequest()
    this.#changed()
  }

  updateBars(update: BarsUpdate): void {
    this.#deferred.update(update, (moved) => this.#update(moved))
  }

  #update(update: BarsUpdate): void {
    const before = this.#store.length
    const openBefore = this.#store.openFrom()
    const first = this.#store.firstSequence
    this.#store.splice(update)
    const rescaled = this.#builder.dataChanged(Math.min(update.from, openBefore))
    if (rescaled) this.#allChanged()
    else if (update.from < openBefore) this.#changes.add(first + update.from)
    this.#main.cells.prepared.invalidateFrom(first + Math.min(update.from, openBefore))
    const after = this.#store.length
    if (after < before || after - before > MAX_SINGLE || before === 0) this.#setAxis()
    else for (let i = before; i < after; i++) this.#addToAxis(first + i)
    if (update.analysis.zones !== null) this.#setZones()
    // Common case: trades in the open bar only. Paint nothing but that bar.
    const onlyOpen = after === before && update.from >= openBefore && this.#store.openFrom() === openBefore
    if (onlyOpen && !rescaled && update.analysis.zones === null) this.#painter.openBars()
    else this.#changed()
  }

  prependBars(bars: Bars, analysis: AnalysisUpdate): void {
    // Shifting the axis during a gesture would make the chart jump.
    this.#deferred.prepend(bars, analysis, (part) => {
      this.#store.prepend(bars, part)
      this.#builder.handlePrepend()
      this.#allChanged()
      this.#setAxis()
      if (part.zones !== null) this.#setZones()
      this.#changed()
    })
  }

  bars(): Bars {
    return this.#store.bars()
  }

  analysis(): Analysis {
    return this.#store.analysis()
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme
    this.#builder.setTheme(theme)
    this.#allChanged()
    this.#applyTheme()
    this.#changed()
  }

  setSettings(settings: ChartSettings): void {
    this.#builder.setSettings(settings)
    this.#allChanged()
    this.#showPanes()
  }

  addPane(source: PaneSource): () => void {
    const remove = this.#stack.add(source)
    this.#showPanes()
    return () => {
      remove()
      if (this.#alive) this.#showPanes()
    }
  }

  setFormat(format: ChartFormat): void {
    this.#builder.setFormat(format)
    this.#store.renumber()
    this.#main.cells.prepared.clear()
    this.#allChanged()
    this.#setAxis()
    this.#applyTheme()
    this.#changed()
  }

  setCountdown(text: string | null): void {
    this.#main.setCountdown(text)
    this.#painter.openBars()
  }

  scrollToNow(): void {
    this.#refit()
    this.#time.scrollToNewest()
    this.#changed()
  }

  scrollToTime(t: number): void {
    this.#time.centreTime(t)
  }

  showTimes(from: number, to: number): void {
    this.#refit()
    this.#time.showTimes(from, to)
    this.#changed()
  }

  zoom(axis: 'time' | 'price', factor: number): void {
    if (axis === 'time') {
      this.#time.zoomSteady(factor)
      return
    }
    const { rows } = this.#scale
    if (rows === null) return
    this.#scale.zoomAbout(rows, factor, this.#mainHeight() / 2)
    this.#changed()
  }

  resetPriceScale(): void {
    this.#refit('fit')
    this.#changed()
  }

  nextPriceScale(): void {
    this.#refit(this.#scale.mode === 'auto' && this.#scale.prefer === 'fit' ? 'readable' : 'fit')
    this.#changed()
  }

  visibleRange(): VisibleRange {
    const { from, to } = this.#time.visible()
    const detail = this.#main.detail(this.#pixelRatio.value)
    const atNow = to >= from && to === this.#store.length - 1
    return {
      from,
      to,
      atNow,
      detail: detail?.level ?? 'candles',
      priceScale: this.#scale.mode === 'manual' ? 'manual' : this.#scale.prefer,
    }
  }

  plot(): Plot | null {
    return this.#time.plot(this.#stack.plotHeight)
  }

  movePlot(to: Pick<Plot, 'right' | 'spacing'>): void {
    this.#time.movePlot(to)
  }

  format(): ChartFormat {
    return this.#builder.format
  }

  onVisibleRange(listener: (range: VisibleRange) => void): () => void {
    return this.#events.ranges.add(listener)
  }

  onCrosshair(listener: (readout: Readout | null) => void): () => void {
    return this.#pointer.onReadout(listener)
  }

  onHit(listener: (hit: Hit | null) => void): () => void {
    return this.#pointer.hits.add(listener)
  }

  onNeedOlder(listener: (firstT: number) => void): () => void {
    this.#events.publish()
    return this.#events.older.add(listener)
  }

  askOlderAgain(): void {
    this.#events.allowRequest()
    this.#events.publish()
  }

  invalidate(): void {
    this.#allChanged()
    this.#painter.allBars()
  }

  addOverlay(overlay: Overlay): () => void {
    return this.#overlays.add(overlay)
  }

  repaintOverlays(): void {
    this.#painter.everything()
  }

  coordinates(): Coordinates | null {
    return this.#overlays.coordinates()
  }

  screenshot(): { canvas: HTMLCanvasElement; ratio: number } {
    const panes = [this.#main, ...this.#stack.panes]
    return composeScreenshot(this.#chart.takeScreenshot(), this.#root, panes, this.#pixelRatio.value)
  }

  destroy(): void {
    if (!this.#alive) return
    this.#alive = false
    this.#observer.disconnect()
    this.#overlayPointer.destroy()
    this.#gestures.destroy()
    this.#painter.destroy()
    this.#chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.#events.publish)
    this.#events.destroy()
    this.#root.removeEventListener('keydown', this.#onKey)
    this.#chart.unsubscribeCrosshairMove(this.#onCrosshair)
    this.#chart.unsubscribeClick(this.#onClick)
    this.#pointer.clear()
    this.#main.release()
    this.#stack.release()
    this.#chart.remove()
    this.#root.remove()
  }

  // ---- axis and data ----

  /** Sets the axis position of every bar in the library at once. */
  #setAxis(): void {
    const first = this.#store.firstSequence
    this.#base.setData(Array.from({ length: this.#store.length }, (_, i) => ({ time: first + i, value: 0 })))
    if (this.#store.length > 0) this.#stack.setLast(first + this.#store.length - 1, true)
  }

  #addToAxis(sequence: number): void {
    this.#base.update({ time: sequence, value: 0 })
    this.#stack.setLast(sequence, false)
  }

  #setZones(): void {
    this.#main.setZones(mergeZones(this.#store.analysis().zones))
  }

  /** Marks every closed bar for repainting. */
  #allChanged(): void {
    this.#changes.add(-Infinity)
  }

  #changed(): void {
    this.#painter.everything()
    this.#events.publish()
  }

  #applyTheme(): void {
    applyTheme(this.#chart, this.#root, this.#theme, this.#axisWidth())
  }

  #axisWidth(): number {
    const { format, price } = this.#builder
    // Also while the table has no room: charts of different heights, side by side, have axes of one width.
    const titles = this.#builder.settings.panes.statistics ? STATISTICS.map((key) => format.statisticTitle(key)) : []
    const { high, length } = this.#store.bars()
    return axisWidth(this.#theme, titles, price === null || length === 0 ? '' : price.text(high[length - 1]))
  }

  #showPanes(): void {
    const last = this.#store.length === 0 ? null : this.#store.firstSequence + this.#store.length - 1
    if (this.#stack.show(this.#builder.settings.panes, last)) this.#applyTheme()
    this.#changed()
  }

  // ---- prices ----

  /** Computes the price range again on each update until the library has moved the time axis. */
  #refit(prefer?: AutoFit): void {
    this.#scale.reset(prefer)
    this.#settleSoon()
  }

  /** The library moves its axis in its next frame, which may be scheduled after ours. */
  #settleSoon(): void {
    requestAnimationFrame(() => requestAnimationFrame(() => this.#scale.settle()))
  }

  /** Column width of the first view, CSS px. */
  #firstColumn(scene: Scene): number {
    const { bars } = scene
    // The library sets the axis width only in its next frame.
    const width = this.#root.clientWidth - Math.max(this.#axisWidth(), this.#chart.priceScale('right').width())
    return firstColumn({
      width: width - this.#time.rightRoom,
      column: readableColumn(scene, width),
      isPhone: isPhoneWidth(width),
      height: this.#stack.mainHeight,
      bars: bars.length,
      spanOf: (bar) => ({ low: lowRow(bars, bar), high: highRow(bars, bar) }),
    })
  }

  #mainHeight(): number {
    return this.#main.viewport?.height ?? this.#chart.panes()[0].getHeight() * this.#pixelRatio.value
  }

  /** Price range of the main pane, computed here rather than by the library. */
  #priceRange(): { low: number; high: number } | null {
    return computeMainPriceRange({
      scene: this.#builder.get(),
      time: this.#time,
      scale: this.#scale,
      heightCss: this.#chart.panes()[0].getHeight(),
      pixelRatio: this.#pixelRatio,
    })
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#root
    if (clientWidth === 0 || clientHeight === 0) return
    this.#chart.resize(clientWidth, clientHeight)
    this.#stack.setHeight(clientHeight)
    this.#showPanes()
  }

  // ---- events ----

  readonly #onCrosshair = (event: MouseEventParams<number>): void => this.#pointer.moved(event)

  readonly #onClick = (event: MouseEventParams<number>): void => {
    this.#root.focus({ preventScroll: true })
    this.#pointer.tapped(event)
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const action = keyAction(event)
    if (action === null) return
    event.preventDefault()
    applyKeyAction(action, this, this.#time, this.#scale)
    this.#changed()
  }

  #gestureTarget(): ConstructorParameters<typeof Gestures>[1] {
    return createGestureTarget({
      pointer: this.#pointer,
      scale: this.#scale,
      time: this.#time,
      pixelRatio: this.#pixelRatio,
      mainHeight: () => this.#mainHeight(),
      changed: () => this.#changed(),
      nextPriceScale: () => this.nextPriceScale(),
      gestureChanged: (active) => {
        this.#queue.setActive(active)
        if (!active) requestAnimationFrame(() => this.#stack.updateWantedHeights())
      },
    })
  }
}

/**
 * Creates a footprint chart that fills `container` (which must have a size) and follows its size.
 *
 * The chart takes the keyboard focus when clicked; give the container an accessible name. `destroy` removes everything.
 */
export function createFootprintChart(container: HTMLElement, options: ChartOptions): FootprintChart & PaneOwner {
  return new ChartCore(container, options)
}

/** Creates the root element: fills the container, is focusable, and disables native touch gestures. */
export function createRoot(container: HTMLElement): HTMLElement {
  const root = document.createElement('div')
  root.tabIndex = 0
  Object.assign(root.style, {
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    touchAction: 'none',
    outlineOffset: '-2px',
  })
  container.append(root)
  return root
}
