import { BAR_INCOMPLETE, BAR_REPAIRING } from '@flowprint/orderflow'
import type { ISeriesPrimitiveBase, SeriesAttachedParameter } from 'lightweight-charts'
import type { StatisticKey } from '../api.ts'
import { quantityText } from '../format/number-text.ts'
import { columnLeft } from '../layout/columns.ts'
import { fitStatistics, type StatisticFit, statisticRow, STATISTICS } from '../layout/pane-heights.ts'
import { ALIGN_CENTRE, DrawList } from '../renderers/draw-list.ts'
import { hatchArea } from '../renderers/hatch.ts'
import { FILL_NONE, tintFill, tintLevel } from '../renderers/palette.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { ClosedLayer } from './closed-layer.ts'
import { LiveCanvas } from './live-canvas.ts'
import type { LivePane, PaneHost } from './pane-host.ts'
import { type PaintScope, PrimitiveView } from './primitive-view.ts'

/** Delta share (percent) at full tint. */
const MUCH_PERCENT = 40
const TITLE_FONT = 11

/**
 * A table under the bars: one column per bar, as wide as the bar; narrow columns keep the tints and drop the figures.
 */
export class StatisticsPane implements ISeriesPrimitiveBase<SeriesAttachedParameter<number>>, LivePane {
  readonly #host: PaneHost
  readonly #views: readonly PrimitiveView[]
  readonly #axisViews: readonly PrimitiveView[]
  readonly #layer: ClosedLayer
  readonly #live: LiveCanvas
  #painted: { view: Viewport; fit: StatisticFit } | null = null
  readonly #list = new DrawList()

  constructor(host: PaneHost) {
    this.#host = host
    this.#layer = new ClosedLayer(host, 'statistics')
    this.#live = new LiveCanvas('pane', () => host.paneRow('statistics'))
    this.#views = [new PrimitiveView('normal', (scope) => this.#paint(scope))]
    this.#axisViews = [new PrimitiveView('normal', (scope) => this.#paintTitles(scope))]
  }

  paneViews(): readonly PrimitiveView[] {
    return this.#views
  }

  priceAxisPaneViews(): readonly PrimitiveView[] {
    return this.#axisViews
  }

  range(): { low: number; high: number } {
    return { low: 0, high: 1 }
  }

  release(): void {
    this.#live.release()
    this.#layer.release()
  }

  #paint({ width, height, ratio }: PaintScope): void {
    const scene = this.#host.scene()
    const columns = this.#host.columns(ratio)
    if (scene === null || columns === null) {
      this.#layer.clear()
      this.#live.begin()
      return
    }
    this.#painted = {
      view: { columns, width, height, ratio },
      fit: fitStatistics(columns.spacing, height, ratio, scene.fonts.digit),
    }
    this.paintClosed()
    this.paintLive()
  }

  get liveCanvases(): readonly HTMLCanvasElement[] {
    return [...this.#layer.canvases, ...this.#live.canvases]
  }

  rangeMoved(): boolean {
    return this.#painted === null
  }

  paintClosed(): void {
    const scene = this.#host.scene()
    if (scene === null || this.#painted === null) return
    const { view, fit } = this.#painted
    this.#layer.paint(scene, view, { origin: 0, key: '' }, (context, from, to) =>
      this.#columns(context, scene, view, fit, from, to),
    )
  }

  paintLive(): void {
    const scene = this.#host.scene()
    if (scene === null || this.#painted === null) return
    const area = this.#live.begin()
    if (area === null) return
    const { view, fit } = this.#painted
    this.#columns(area.context, scene, view, fit, scene.openFrom, scene.bars.length - 1)
    this.#lines(area.context, scene, view)
  }

  #lines(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void {
    context.fillStyle = scene.palette.theme.border
    const unit = Math.max(1, Math.round(view.ratio))
    for (let row = 1; row < STATISTICS.length; row++) {
      context.fillRect(0, statisticRow(row, view.height), view.width, unit)
    }
  }

  #columns(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    fit: StatisticFit,
    first: number,
    last: number,
  ): void {
    const list = this.#list
    list.clear()
    const fonts = scene.fonts.get(context, fit.fontPx)
    for (let i = first; i <= last; i++) this.#column(scene, view, fit, i, Math.round(fonts.drop))
    list.paintRects(context, scene.palette.fills, 1, scene.palette.fills.length)
    for (let i = first; i <= last; i++) {
      const state = scene.bars.state[i]
      if (state !== BAR_INCOMPLETE && state !== BAR_REPAIRING) continue
      const left = columnLeft(view.columns, scene.firstSequence + i)
      const right = columnLeft(view.columns, scene.firstSequence + i + 1)
      hatchArea(
        context,
        { left, top: 0, right, bottom: view.height },
        scene.palette,
        view,
        view.columns.origin,
        state === BAR_REPAIRING,
      )
    }
    context.textBaseline = 'alphabetic'
    list.paintTexts(context, scene.palette.styles, fonts.plain, fonts.bold)
  }

  #column(scene: Scene, view: Viewport, fit: StatisticFit, i: number, drop: number): void {
    const { bars, strength, palette } = scene
    const { bid, ask, delta } = scene.totals.of(bars, i)
    const volume = bid + ask
    const left = columnLeft(view.columns, scene.firstSequence + i)
    const width = columnLeft(view.columns, scene.firstSequence + i + 1) - left
    const gap = width >= 12 * view.ratio ? Math.max(1, Math.round(view.ratio)) : 0
    for (let row = 0; row < STATISTICS.length; row++) {
      const key = STATISTICS[row]
      const value = statisticOf(key, volume, delta, scene, i)
      const fill = tintOf(key, value, strength)
      const top = statisticRow(row, view.height)
      const bottom = statisticRow(row + 1, view.height)
      this.#list.rect(left, top, width - gap, bottom - top, fill)
      if (fit.textWidth === null) continue
      const text = textOf(key, value, strength.barDecimals, fit.textWidth)
      const y = Math.round((top + bottom) / 2) + drop
      this.#list.text(text, left + Math.round((width - gap) / 2), y, palette.plainOn[fill], ALIGN_CENTRE)
    }
  }

  #paintTitles({ context, height, ratio }: PaintScope): void {
    const scene = this.#host.scene()
    if (scene === null) return
    context.font = `${Math.round(TITLE_FONT * ratio)}px ${scene.palette.theme.fontFamily}`
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    context.fillStyle = scene.palette.theme.text2
    STATISTICS.forEach((key, row) => {
      const middle = (statisticRow(row, height) + statisticRow(row + 1, height)) / 2
      context.fillText(scene.format.statisticTitle(key), Math.round(8 * ratio), Math.round(middle))
    })
  }
}

function statisticOf(
  key: StatisticKey,
  volume: number,
  delta: number,
  { bars, quantities: q }: Scene,
  i: number,
): number {
  const base = q.unit === 'base'
  switch (key) {
    case 'volume':
      return volume
    case 'delta':
      return delta
    case 'deltaPercent':
      return volume === 0 ? Number.NaN : (100 * delta) / volume
    case 'maxDelta':
      return (base ? bars.maxDelta[i] : bars.maxDeltaQuote[i]) * q.scale
    case 'minDelta':
      return (base ? bars.minDelta[i] : bars.minDeltaQuote[i]) * q.scale
    case 'trades':
      return bars.trades[i]
  }
}

function tintOf(key: StatisticKey, value: number, strength: Scene['strength']): number {
  if (Number.isNaN(value)) return FILL_NONE
  if (key === 'volume') return tintFill('neutral', tintLevel(value, strength.barVolume))
  if (key === 'trades') return tintFill('neutral', tintLevel(value, strength.barTrades))
  const much = key === 'deltaPercent' ? MUCH_PERCENT : strength.barDelta
  return tintFill(value >= 0 ? 'positive' : 'negative', tintLevel(Math.abs(value), much))
}

/** Formats a percentage; one that rounds to 0 has no sign. */
function percentText(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  return `${Number(text) === 0 ? text.replace('-', '') : text}%`
}

function textOf(key: StatisticKey, value: number, decimals: number, width: 3 | 4 | 5): string {
  if (Number.isNaN(value)) return ''
  if (key === 'deltaPercent') return percentText(value, width === 5 ? 1 : 0)
  return quantityText(value, key === 'trades' ? 0 : decimals, width)
}
