import type { Analysis, Bars } from '@flowprint/orderflow'
import { lowerBoundT } from '@flowprint/orderflow'
import type { IChartApiBase, MouseEventParams } from 'lightweight-charts'
import { createChartEx } from 'lightweight-charts'
import type {
  ChartFormat, ChartMeta, ChartOptions, ChartSettings, ChartTheme, ChartUpdate, FootprintChart, Hit, PaneName, Readout, VisibleRange,
} from './api.ts'
import { AXIS_FONT, fixedOptions, themeOptions } from './chart-options.ts'
import { Gestures } from './interaction/gestures.ts'
import { keyAction } from './interaction/keyboard.ts'
import { PointerReader } from './interaction/pointer-reader.ts'
import { PriceScale } from './interaction/price-scale.ts'
import { TimeView } from './interaction/time-view.ts'
import { columnParts } from './layout/columns.ts'
import { NUMBER_PADDING } from './layout/detail.ts'
import { STATISTICS } from './layout/statistic-fit.ts'
import { highRow, lowRow } from './layout/visible-cells.ts'
import { Listeners } from './listeners.ts'
import { BarStore } from './model/bar-store.ts'
import { ChangeLog } from './model/change-log.ts'
import { drawnZones } from './model/drawn-zones.ts'
import type { HiddenSeries } from './panes/hidden-series.ts'
import { addHiddenSeries } from './panes/hidden-series.ts'
import { MainPane } from './panes/main-pane.ts'
import type { PaneHost } from './panes/pane-host.ts'
import { PaneStack } from './panes/pane-stack.ts'
import { SequenceScale } from './panes/sequence-scale.ts'
import { SceneBuilder } from './scene-builder.ts'

/** Bars that still come in one by one; more are set at once, which costs the library less. */
const MOST_SINGLE = 5
/** Size of the numbers the first view makes room for, and the narrowest column it takes, CSS px. */
const READABLE_FONT = 11.2
const SMALL_FONT = 9.6
/** Narrower charts (phones) begin with smaller numbers, so that some bars fit. */
const SMALL_WIDTH = 520
const LEAST_COLUMN = 56
/** Least room right of the titles of the statistics table, CSS px. */
const TITLE_ROOM = 16

/** Everything behind the public interface: owns the data, the library's chart and the panes, and wires events. */
export class ChartCore implements FootprintChart {
  readonly #root: HTMLElement
  readonly #chart: IChartApiBase<number>
  readonly #store = new BarStore()
  readonly #changes = new ChangeLog()
  readonly #builder: SceneBuilder
  readonly #scale = new PriceScale()
  readonly #base: HiddenSeries
  readonly #main: MainPane
  readonly #stack: PaneStack
  readonly #time: TimeView
  readonly #gestures: Gestures
  readonly #pointer: PointerReader
  readonly #observer: ResizeObserver
  readonly #ranges = new Listeners<VisibleRange>()
  readonly #older = new Listeners<number>()
  #theme: ChartTheme
  #askedFor: number | null = null
  #gesture = false
  #waiting: (() => void)[] = []
  #frame = 0
  #liveFrame = 0
  #alive = true

  constructor(container: HTMLElement, options: ChartOptions) {
    this.#theme = options.theme
    this.#root = makeRoot(container)
    this.#builder = new SceneBuilder(this.#store, options.theme, options.settings, options.format)
    const scale = new SequenceScale((sequence) => this.#timeOf(sequence), () => this.#builder.format)
    this.#chart = createChartEx<number, SequenceScale>(this.#root, scale, fixedOptions())
    this.#time = new TimeView(this.#chart, () => this.#store)
    const host: PaneHost = {
      changes: this.#changes,
      scene: () => this.#builder.get(),
      columns: (ratio) => this.#time.columns(ratio),
      visible: () => this.#time.visible(),
      paneRow: (pane) => this.#paneRow(pane),
    }
    this.#base = addHiddenSeries(this.#chart, 0, () => this.#priceRange(), this.#priceFormat())
    this.#main = new MainPane(host, this.#scale)
    this.#base.attachPrimitive(this.#main)
    this.#stack = new PaneStack(this.#chart, host)
    this.#applyTheme()
    this.#stack.show(options.settings.panes, null)
    this.#pointer = new PointerReader(this.#chart, this.#stack, this.#main, () => this.#builder.get(), this.#root)
    this.#gestures = new Gestures(this.#root, this.#gestureTarget())
    this.#root.addEventListener('keydown', this.#onKey)
    this.#chart.subscribeCrosshairMove(this.#onCrosshair)
    this.#chart.subscribeClick(this.#onClick)
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#onRange)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(this.#root)
    this.#resize()
  }

  setBars(bars: Bars, analysis: Analysis, meta: ChartMeta, view: 'reset' | 'keep' = 'reset'): void {
    this.#waiting = []
    const keep = view === 'keep' && this.#store.length > 0 ? this.#time.hold() : null
    const oldStep = this.#store.bars().step
    this.#store.set(bars, analysis)
    this.#builder.setUnits(meta.units)
    this.#base.applyOptions({ priceFormat: this.#priceFormat() })
    this.#allChanged()
    this.#setAxis()
    this.#setZones()
    if (keep === null) {
      this.#refit()
      this.#time.showNewest(this.#readableColumn())
    } else {
      this.#scale.keepPrices(oldStep, bars.step)
      this.#time.restore(keep)
    }
    this.#askedFor = null
    this.#changed()
  }

  updateBars(update: ChartUpdate): void {
    const before = this.#store.length
    const openBefore = this.#store.openFrom()
    const first = this.#store.firstSequence
    this.#store.splice(update)
    const rescaled = this.#builder.dataChanged()
    if (rescaled) this.#allChanged()
    else if (update.from < openBefore) this.#changes.add(first + update.from)
    this.#main.cells.prepared.forgetFrom(first + Math.min(update.from, openBefore))
    const after = this.#store.length
    if (after < before || after - before > MOST_SINGLE || before === 0) this.#setAxis()
    else for (let i = before; i < after; i++) this.#addToAxis(first + i)
    if (update.analysis.zones !== null) this.#setZones()
    // prints in the open bar, the usual case: nothing but that bar is painted
    const onlyOpen = after === before && update.from >= openBefore && this.#store.openFrom() === openBefore
    if (onlyOpen && !rescaled && update.analysis.zones === null) this.#paintLiveSoon()
    else this.#changed()
  }

  prependBars(bars: Bars, analysis: ChartUpdate['analysis']): void {
    // moving the places on the axis under a finger would throw the picture about
    if (this.#gesture) {
      this.#waiting.push(() => this.prependBars(bars, analysis))
      return
    }
    this.#store.prepend(bars, analysis)
    if (this.#builder.dataChanged()) this.#allChanged()
    else this.#changes.add(-Infinity)
    this.#setAxis()
    if (analysis.zones !== null) this.#setZones()
    this.#changed()
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
    this.#stack.show(settings.panes, this.#lastSequence())
    this.#changed()
  }

  setFormat(format: ChartFormat): void {
    this.#builder.setFormat(format)
    this.#store.renumber()
    this.#allChanged()
    this.#setAxis()
    this.#applyTheme()
    this.#changed()
  }

  setCountdown(text: string | null): void {
    this.#main.setCountdown(text)
    this.#paintLiveSoon()
  }

  scrollToNow(): void {
    this.#refit()
    this.#time.toNow()
    this.#changed()
  }

  scrollToTime(t: number): void {
    const bars = this.#store.bars()
    if (bars.length === 0) return
    this.#time.centre(Math.min(bars.length - 1, lowerBoundT(bars, t)))
  }

  zoom(axis: 'time' | 'price', factor: number): void {
    if (axis === 'time') {
      this.#time.zoomSteady(factor)
      return
    }
    const rows = this.#scale.rows
    if (rows === null) return
    this.#scale.zoomAbout(rows, factor, this.#mainHeight() / 2)
    this.#changed()
  }

  resetPriceScale(): void {
    this.#refit()
    this.#changed()
  }

  visibleRange(): VisibleRange {
    const { from, to } = this.#time.visible()
    const detail = this.#main.detail(window.devicePixelRatio)
    return {
      from, to,
      atNow: to >= from && to === this.#store.length - 1,
      detail: detail?.level ?? 'candles',
      priceScale: this.#scale.mode,
    }
  }

  onVisibleRange(listener: (range: VisibleRange) => void): () => void {
    return this.#ranges.add(listener)
  }

  onCrosshair(listener: (readout: Readout | null) => void): () => void {
    return this.#pointer.readouts.add(listener)
  }

  onHit(listener: (hit: Hit | null) => void): () => void {
    return this.#pointer.hits.add(listener)
  }

  onNeedOlder(listener: (firstT: number) => void): () => void {
    const end = this.#older.add(listener)
    this.#tellRange()
    return end
  }

  askOlderAgain(): void {
    this.#askedFor = null
    this.#tellRange()
  }

  invalidate(): void {
    this.#allChanged()
    this.#repaint()
  }

  screenshot(): HTMLCanvasElement {
    const picture = this.#chart.takeScreenshot()
    const context = picture.getContext('2d')
    if (context === null) return picture
    const root = this.#root.getBoundingClientRect()
    const ratio = window.devicePixelRatio
    for (const canvas of [this.#main.liveCanvas, this.#main.labelCanvas, ...this.#stack.panes.map((pane) => pane.liveCanvas)]) {
      if (canvas === null) continue
      const box = canvas.getBoundingClientRect()
      context.drawImage(canvas, Math.round((box.left - root.left) * ratio), Math.round((box.top - root.top) * ratio))
    }
    return picture
  }

  destroy(): void {
    if (!this.#alive) return
    this.#alive = false
    cancelAnimationFrame(this.#frame)
    cancelAnimationFrame(this.#liveFrame)
    this.#observer.disconnect()
    this.#gestures.destroy()
    this.#root.removeEventListener('keydown', this.#onKey)
    this.#chart.unsubscribeCrosshairMove(this.#onCrosshair)
    this.#chart.unsubscribeClick(this.#onClick)
    this.#chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.#onRange)
    this.#main.release()
    this.#stack.release()
    this.#chart.remove()
    this.#root.remove()
    this.#ranges.clear()
    this.#older.clear()
    this.#pointer.clear()
  }

  // ---- axis and data ----

  #timeOf(sequence: number): number {
    const bars = this.#store.bars()
    const index = sequence - this.#store.firstSequence
    if (bars.length === 0) return 0
    if (index < 0) return bars.t[0] + index * bars.cycleMs
    const beyond = index - (bars.length - 1)
    return beyond > 0 ? bars.t[bars.length - 1] + beyond * bars.cycleMs : bars.t[index]
  }

  #lastSequence(): number | null {
    return this.#store.length === 0 ? null : this.#store.firstSequence + this.#store.length - 1
  }

  /** Gives the library every bar's place on the axis at once. */
  #setAxis(): void {
    const first = this.#store.firstSequence
    const points = Array.from({ length: this.#store.length }, (_, i) => ({ time: first + i, value: 0 }))
    this.#base.setData(points)
    const last = this.#lastSequence()
    if (last !== null) this.#stack.setLast(last, true)
  }

  #addToAxis(sequence: number): void {
    this.#base.update({ time: sequence, value: 0 })
    this.#stack.setLast(sequence, false)
  }

  #setZones(): void {
    this.#main.setZones(drawnZones(this.#store.analysis().zones))
  }

  /** Every closed bar must be painted anew. */
  #allChanged(): void {
    this.#changes.add(-Infinity)
  }

  /** A new look at prices, until the library has moved the time axis: it does so in its next frame. */
  #refit(): void {
    this.#scale.reset()
    requestAnimationFrame(() => requestAnimationFrame(() => this.#scale.settle()))
  }

  #changed(): void {
    this.#repaint()
    this.#tellRange()
  }

  /** One frame of the library, all panes; changes of the same moment share it. */
  #repaint(): void {
    if (this.#alive) this.#base.applyOptions({})
  }

  /** The open bars alone, unless an axis has to move for them. */
  #paintLiveSoon(): void {
    if (this.#liveFrame !== 0 || !this.#alive) return
    this.#liveFrame = requestAnimationFrame(() => {
      this.#liveFrame = 0
      this.#priceRange()
      const panes = [this.#main, ...this.#stack.panes]
      if (panes.some((pane) => pane.rangeMoved())) this.#repaint()
      else for (const pane of panes) pane.paintLive()
    })
  }

  #paneRow(pane: PaneName): HTMLElement | null {
    const index = this.#stack.indexOf(pane)
    return index < 0 ? null : (this.#chart.panes()[index]?.getHTMLElement() ?? null)
  }

  // ---- look ----

  #applyTheme(): void {
    this.#chart.applyOptions(themeOptions(this.#theme, this.#axisWidth()))
    this.#root.style.background = this.#theme.surface0
  }

  /** The axis must hold the titles of the statistics table. */
  #axisWidth(): number {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) return 0
    context.font = `${AXIS_FONT}px ${this.#theme.fontFamily}`
    const titles = STATISTICS.map((key) => this.#builder.format.statisticTitle(key))
    return Math.ceil(Math.max(...titles.map((title) => context.measureText(title).width))) + TITLE_ROOM
  }

  /** Width of a column, CSS px, in which the chart's numbers are well read. */
  #readableColumn(): number {
    const scene = this.#builder.get()
    if (scene === null) return 80
    const small = this.#time.width < SMALL_WIDTH
    const halves = scene.settings.mode === 'bidAsk' ? 2 : 1
    const parts = columnParts(100, 1, scene.settings.layers)
    const beside = 100 - (parts.cellsRight - parts.cellsLeft)
    const number = scene.strength.needed[small ? 4 : 5] * scene.fonts.digit + NUMBER_PADDING
    return Math.max(LEAST_COLUMN, beside + halves * number * (small ? SMALL_FONT : READABLE_FONT))
  }

  #priceFormat(): { type: 'custom'; minMove: number; base: number; formatter: (price: number) => string } {
    return {
      type: 'custom',
      minMove: this.#builder.price?.tick ?? 0.01,
      base: this.#builder.price?.base ?? 100,
      formatter: (value) => {
        const price = this.#builder.price
        return price === null ? '' : price.text(price.ticksAt(value))
      },
    }
  }

  #mainHeight(): number {
    return this.#main.viewport?.height ?? this.#chart.panes()[0].getHeight() * window.devicePixelRatio
  }

  /** Tells the library which prices the main pane shows: ours to decide. */
  #priceRange(): { low: number; high: number } | null {
    const scene = this.#builder.get()
    const ratio = window.devicePixelRatio
    const columns = this.#time.columns(ratio)
    if (scene === null || columns === null) return null
    const { from, to } = this.#time.visible()
    const heightPx = Math.round(this.#chart.panes()[0].getHeight() * ratio)
    const { bars } = scene
    const range = this.#scale.range({
      from, to, heightPx, ratio,
      columnPx: columns.spacing,
      step: bars.step,
      spanOf: (bar) => ({ low: lowRow(bars, bar), high: highRow(bars, bar) }),
      focusRow: to >= from ? Math.floor(bars.close[to] / bars.step) : 0,
    })
    if (range === null) return null
    const { tick } = scene.price
    return { low: range.low * tick, high: range.high * tick }
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#root
    if (clientWidth === 0 || clientHeight === 0) return
    this.#stack.resized(() => this.#chart.resize(clientWidth, clientHeight))
  }

  // ---- events ----

  readonly #onRange = (): void => this.#tellRange()

  readonly #onCrosshair = (event: MouseEventParams<number>): void => this.#pointer.moved(event)

  readonly #onClick = (event: MouseEventParams<number>): void => {
    this.#root.focus({ preventScroll: true })
    this.#pointer.tapped(event)
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const action = keyAction(event)
    if (action === null) return
    event.preventDefault()
    const rows = this.#scale.rows
    switch (action.kind) {
      case 'bars': this.#time.moveBy(action.by); break
      case 'pages': this.#time.moveBy(action.by * this.#time.shownBars()); break
      case 'rows': if (rows !== null) this.#scale.moveBy(rows, action.by * rows.rowPx); break
      case 'zoomTime': this.#time.zoomSteady(action.factor); break
      case 'zoomPrice': this.zoom('price', action.factor); break
      case 'oldest': this.#time.toOldest(); break
      case 'now': this.scrollToNow(); break
      case 'auto': this.#refit(); break
    }
    this.#changed()
  }

  /** Listeners hear once per frame, after the library has settled. */
  #tellRange(): void {
    if (this.#frame !== 0 || !this.#alive) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      const range = this.visibleRange()
      this.#ranges.fire(range)
      const first = this.#store.length === 0 ? null : this.#store.bars().t[0]
      if (first === null || this.#askedFor === first || !this.#time.nearOldest()) return
      this.#askedFor = first
      this.#older.fire(first)
    })
  }

  #gestureTarget(): ConstructorParameters<typeof Gestures>[1] {
    const ratio = (): number => window.devicePixelRatio
    return {
      regionAt: (x, y) => this.#pointer.regionAt(x, y),
      rows: () => this.#scale.rows,
      isAuto: () => this.#scale.mode === 'auto',
      moveRows: (from, dy) => {
        this.#scale.moveBy(from, dy * ratio())
        this.#changed()
      },
      zoomRows: (from, factor, y) => {
        this.#scale.zoomAbout(from, factor, Number.isNaN(y) ? this.#mainHeight() / 2 : y * ratio())
        this.#changed()
      },
      zoomTime: (factor, x) => this.#time.zoom(factor, x),
      resetPrice: () => this.resetPriceScale(),
      gestureChanged: (active) => {
        this.#gesture = active
        if (active) return
        const waiting = this.#waiting
        this.#waiting = []
        for (const run of waiting) run()
      },
    }
  }
}

function makeRoot(container: HTMLElement): HTMLElement {
  const root = document.createElement('div')
  root.tabIndex = 0
  Object.assign(root.style, {
    position: 'relative', width: '100%', height: '100%', overflow: 'hidden', touchAction: 'none', outlineOffset: '-2px',
  })
  container.append(root)
  return root
}
