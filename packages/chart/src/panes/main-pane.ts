import type { ISeriesPrimitiveBase, SeriesAttachedParameter } from 'lightweight-charts'
import { nearestZones } from '@flowprint/orderflow'
import type { PriceScale } from '../interaction/price-scale.ts'
import { cssColour, withAlpha } from '../layout/colour.ts'
import { columnLeft, columnParts } from '../layout/columns.ts'
import { chooseDetail } from '../layout/detail.ts'
import type { Detail } from '../layout/detail.ts'
import type { PlacedEffort, PlacedZone } from '../layout/overlay-layout.ts'
import { highRow, lowRow, rowTop, tickY } from '../layout/vertical.ts'
import type { DrawnZone, Hit } from '../api.ts'
import type { OverlayStack } from '../overlay/overlay-stack.ts'
import { CellsRenderer } from '../renderers/cells-renderer.ts'
import { paintEfforts, placeEfforts } from '../renderers/marks-renderer.ts'
import type { MainViewport, Scene } from '../renderers/scene.ts'
import { paintZoneLabels, paintZones, placeZones } from '../renderers/zones-renderer.ts'
import { ClosedLayer, LiveCanvas } from './pane-layers.ts'
import type { LivePane, PaneHost } from './pane-host.ts'
import { PrimitiveView } from './primitives.ts'
import type { PaintScope } from './primitives.ts'

/** Maximum number of visible ended bands drawn, newest first: more would be noise. */
const MAX_ENDED = 60
const LIVE_GLOW = 0.09

/** Pointer position: what the top layer highlights. */
export interface Hover {
  readonly bar: number
  readonly row: number | null
}

/** The bars: bands below, the cached layer of closed bars, the open bar, marks, the last price. */
export class MainPane implements ISeriesPrimitiveBase<SeriesAttachedParameter<number>>, LivePane {
  readonly cells = new CellsRenderer()
  readonly #host: PaneHost
  readonly #scale: PriceScale
  readonly #overlays: Pick<OverlayStack, 'paint' | 'hit'>
  readonly #layer: ClosedLayer
  readonly #views: readonly PrimitiveView[]
  readonly #live: LiveCanvas
  readonly #label: LastPriceLabel
  #view: MainViewport | null = null
  #zones: { live: readonly DrawnZone[]; ended: readonly DrawnZone[] } = { live: [], ended: [] }
  #placedZones: PlacedZone[] = []
  #placedEfforts: PlacedEffort[] = []
  hover: Hover | null = null

  constructor(host: PaneHost, scale: PriceScale, overlays: Pick<OverlayStack, 'paint' | 'hit'>) {
    this.#overlays = overlays
    this.#host = host
    this.#scale = scale
    this.#layer = new ClosedLayer(host, 'main')
    this.#live = new LiveCanvas('pane', () => host.paneRow('main'))
    this.#label = new LastPriceLabel(() => host.paneRow('main'))
    this.#views = [
      new PrimitiveView('bottom', (scope) => this.#paintGround(scope)),
      new PrimitiveView('normal', () => this.#paintBars()),
      new PrimitiveView('top', (scope) => this.#paintHover(scope)),
    ]
  }

  paneViews(): readonly PrimitiveView[] {
    return this.#views
  }

  /** The pane as last painted; null before the first frame. */
  get viewport(): MainViewport | null {
    return this.#view
  }

  get placedZones(): readonly PlacedZone[] {
    return this.#placedZones
  }

  /** Hit test of the overlays at a point, device px. */
  hitOverlay(x: number, y: number, slack: number): Hit | null {
    return this.#overlays.hit(x, y, slack)
  }

  get placedEfforts(): readonly PlacedEffort[] {
    return this.#placedEfforts
  }

  setZones(zones: { live: readonly DrawnZone[]; ended: readonly DrawnZone[] }): void {
    this.#zones = zones
  }

  setCountdown(text: string | null): void {
    this.#label.countdown = text
  }

  detail(ratio: number): Detail | null {
    const scene = this.#host.scene()
    const columns = this.#host.columns(ratio)
    const rows = this.#scale.rows
    if (scene === null || columns === null || rows === null) return null
    const parts = columnParts(Math.floor(columns.spacing), ratio, scene.settings.layers, scene.settings.lane)
    return chooseDetail({
      rowPx: rows.rowPx,
      ratio,
      columnPx: columns.spacing,
      cellsPx: parts.cellsRight - parts.cellsLeft,
      mode: scene.settings.mode,
      needed: scene.strength.needed,
      digit: scene.fonts.digit,
    })
  }

  get liveCanvases(): readonly HTMLCanvasElement[] {
    return [...this.#layer.canvases, ...this.#live.canvases, ...this.#label.canvases]
  }

  rangeMoved(): boolean {
    const painted = this.#view?.rows
    const rows = this.#scale.rows
    return painted === undefined || rows === null || rows.rowPx !== painted.rowPx || rows.origin !== painted.origin
  }

  paintClosed(): void {
    const scene = this.#host.scene()
    const view = this.#view
    if (scene === null || view === null) return
    if (scene.settings.showBars === false) {
      this.#layer.clear()
      return
    }
    this.#layer.paint(scene, view, { origin: view.rows.origin, key: `${view.rows.rowPx}` }, (context, from, to, area) =>
      this.cells.paint(context, scene, view, from, to, area),
    )
  }

  /** Paints open bars, the last price, marks, and the bands' labels, which must stay readable above them. */
  paintLive(): void {
    const scene = this.#host.scene()
    const view = this.#view
    if (scene === null || view === null) return
    const area = this.#live.begin()
    if (area === null) return
    const { context } = area
    const { from, to } = this.#host.visible()
    if (to >= scene.openFrom && scene.settings.showBars !== false) {
      const whole = { left: 0, top: 0, right: view.width, bottom: view.height }
      this.cells.paint(context, scene, view, Math.max(from, scene.openFrom), to, whole)
    }
    if (scene.settings.layers.lastPrice) this.#paintLastPrice(context, scene, view)
    this.#overlays.paint('over', context)
    paintEfforts(context, scene, this.#placedEfforts)
    paintZoneLabels(context, scene, view, this.#placedZones)
    this.#label.paint(scene, scene.settings.layers.lastPrice ? this.#lastPriceY(scene) : null, view.ratio)
  }

  release(): void {
    this.#live.release()
    this.#label.release()
    this.#layer.release()
    this.cells.prepared.clear()
  }

  #viewport({ width, height, ratio }: PaintScope): MainViewport | null {
    const columns = this.#host.columns(ratio)
    const rows = this.#scale.rows
    const detail = this.detail(ratio)
    if (columns === null || rows === null || detail === null) return null
    return { columns, rows, detail, width, height, ratio }
  }

  #paintGround(scope: PaintScope): void {
    if (this.#host.pixelRatio.measure(scope.ratio)) this.#host.ratioChanged()
    const scene = this.#host.scene()
    this.#view = this.#viewport(scope)
    this.#placedZones = []
    if (scene === null || this.#view === null) return
    const { context } = scope
    this.#overlays.paint('background', context)
    if (scene.settings.layers.zones) {
      this.#placedZones = placeZones(context, scene, this.#view, this.#wantedZones(scene))
      paintZones(context, scene, this.#view, this.#placedZones)
    }
    this.#overlays.paint('ground', context)
    this.#glow(context, scene, this.#view)
  }

  #wantedZones(scene: Scene): { live: readonly DrawnZone[]; ended: readonly DrawnZone[] } {
    const { bars } = scene
    const last = bars.length - 1
    if (last < 0) return { live: [], ended: [] }
    const closeRow = Math.floor(bars.close[last] / bars.step)
    const { from, to } = this.#host.visible()
    if (to < from) return { live: nearestZones(this.#zones.live, closeRow, scene.settings.maxZones), ended: [] }
    const ended = this.#zones.ended.filter((zone) => (zone.ended ?? 0) >= bars.t[from] && zone.born <= bars.t[to])
    return { live: nearestZones(this.#zones.live, closeRow, scene.settings.maxZones), ended: ended.slice(-MAX_ENDED) }
  }

  /** The open bar has a slightly brighter background. */
  #glow(context: CanvasRenderingContext2D, scene: Scene, view: MainViewport): void {
    if (scene.openFrom >= scene.bars.length || scene.settings.showBars === false) return
    const left = columnLeft(view.columns, scene.firstSequence + scene.openFrom)
    const right = columnLeft(view.columns, scene.firstSequence + scene.bars.length)
    context.fillStyle = cssColour(withAlpha(scene.palette.colour.brand, LIVE_GLOW))
    context.fillRect(left, 0, right - left, view.height)
  }

  #paintBars(): void {
    const scene = this.#host.scene()
    const view = this.#view
    if (scene === null || view === null) {
      this.#layer.clear()
      this.#live.begin()
      this.#label.clear()
      return
    }
    const { from, to } = this.#host.visible()
    const { layers, showBars } = scene.settings
    this.#placedEfforts = layers.efforts && showBars !== false ? placeEfforts(scene, view, from, to) : []
    this.paintClosed()
    this.paintLive()
  }

  #lastPriceY({ bars }: Scene): number | null {
    const rows = this.#scale.rows
    return rows === null || bars.length === 0 ? null : tickY(rows, bars.close[bars.length - 1], bars.step)
  }

  #paintLastPrice(context: CanvasRenderingContext2D, scene: Scene, view: MainViewport): void {
    const { bars } = scene
    const last = bars.length - 1
    if (last < 0) return
    const unit = Math.max(1, Math.round(view.ratio))
    const y = Math.floor(tickY(view.rows, bars.close[last], bars.step))
    const { colour } = scene.palette
    const hue = bars.close[last] >= bars.open[last] ? colour.positive : colour.negative
    const right = scene.settings.showBars === false ? 0 : columnLeft(view.columns, scene.firstSequence + bars.length)
    context.fillStyle = cssColour(withAlpha(hue, 0.75))
    // Dots of one unit every four, not over the bar's own cells.
    for (let x = Math.max(0, right); x < view.width; x += 4 * unit) context.fillRect(x, y, 2 * unit, unit)
  }

  #paintHover({ context }: PaintScope): void {
    const scene = this.#host.scene()
    const view = this.#view
    const hover = this.hover
    if (scene === null || view === null || hover === null || hover.bar >= scene.bars.length) return
    if (scene.settings.showBars === false) return
    const left = columnLeft(view.columns, scene.firstSequence + hover.bar)
    const width = columnLeft(view.columns, scene.firstSequence + hover.bar + 1) - left
    if (view.detail.cells <= 0 || hover.row === null || view.rows.rowPx < 4 * view.ratio) return
    if (hover.row < lowRow(scene.bars, hover.bar) || hover.row > highRow(scene.bars, hover.bar)) return
    const parts = columnParts(width, view.ratio, scene.settings.layers, scene.settings.lane)
    const top = rowTop(view.rows, hover.row)
    const bottom = rowTop(view.rows, hover.row - 1)
    context.strokeStyle = cssColour(withAlpha(scene.palette.colour.text1, 0.7))
    context.lineWidth = parts.unit
    const inset = parts.unit / 2
    context.strokeRect(
      left + parts.cellsLeft - parts.unit + inset,
      top - parts.unit + inset,
      parts.cellsRight - parts.cellsLeft + parts.unit,
      bottom - top,
    )
  }
}

const FONT = 11
const SMALL_FONT = 10
/** Heights of the price's and the countdown's line, and the text padding, CSS px. */
const LINE = 18
const SMALL_LINE = 14
const PADDING = 9
const RADIUS = 2

/** The last price on the axis and, in the same box, the time to the bar's close. */
class LastPriceLabel {
  countdown: string | null = null
  readonly #live: LiveCanvas

  constructor(row: () => HTMLElement | null) {
    this.#live = new LiveCanvas('axis', row)
  }

  get canvases(): readonly HTMLCanvasElement[] {
    return this.#live.canvases
  }

  /** `yPx`: device y of the price; null for no label. */
  paint(scene: Scene, yPx: number | null, ratio: number): void {
    const area = this.#live.begin()
    if (area === null || yPx === null || yPx < 0 || yPx >= area.height) return
    const { context, width } = area
    const last = scene.bars.length - 1
    const colours =
      scene.bars.close[last] >= scene.bars.open[last] ? scene.palette.axisLabel.up : scene.palette.axisLabel.down
    const line = Math.round(LINE * ratio)
    const top = Math.round(yPx - line / 2)
    const height = line + (this.countdown === null ? 0 : Math.round(SMALL_LINE * ratio))
    context.fillStyle = colours.ground
    context.beginPath()
    context.roundRect(0, top, width - Math.round(3 * ratio), height, [0, RADIUS * ratio, RADIUS * ratio, 0])
    context.fill()
    context.fillStyle = colours.text
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    const { fontFamily } = scene.palette.theme
    context.font = `600 ${Math.round(FONT * ratio)}px ${fontFamily}`
    context.fillText(scene.price.text(scene.bars.close[last]), PADDING * ratio, top + line / 2)
    if (this.countdown === null) return
    context.font = `${Math.round(SMALL_FONT * ratio)}px ${fontFamily}`
    context.fillText(this.countdown, PADDING * ratio, top + line + (SMALL_LINE * ratio) / 2 - Math.round(1.5 * ratio))
  }

  clear(): void {
    this.#live.begin()
  }

  release(): void {
    this.#live.release()
  }
}
