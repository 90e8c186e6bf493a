import { BAR_INCOMPLETE, BAR_REPAIRING } from '@flowprint/orderflow'
import type { StatisticKey } from '../api.ts'
import { quantityText } from '../format/number-text.ts'
import { columnLeft } from '../layout/columns.ts'
import { fitStatistics, type StatisticFit, statisticRow, STATISTICS } from '../layout/pane-heights.ts'
import { ALIGN_CENTRE, DrawList } from '../renderers/draw-list.ts'
import { hatchArea } from '../renderers/hatch.ts'
import { FILL_NONE, tintFill, tintLevel } from '../renderers/palette.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { LayeredPane } from './layered-pane.ts'
import type { PaneFrame } from './layered-pane.ts'
import type { PaneHost } from './pane-host.ts'
import type { AxisRange } from './pane-source.ts'
import { PrimitiveView } from './primitives.ts'
import type { PaintScope } from './primitives.ts'

/** Delta share (percent) at full tint. */
const MUCH_PERCENT = 40
const TITLE_FONT = 11

/**
 * A table under the bars: one column per bar, as wide as the bar; narrow columns keep the tints and drop the figures.
 */
export class StatisticsPane extends LayeredPane {
  readonly #axisViews: readonly PrimitiveView[]
  readonly #list = new DrawList()
  #fit: StatisticFit | null = null

  constructor(host: PaneHost) {
    super(host, 'statistics')
    this.#axisViews = [new PrimitiveView('normal', (scope) => this.#paintTitles(scope))]
  }

  priceAxisPaneViews(): readonly PrimitiveView[] {
    return this.#axisViews
  }

  override range(): AxisRange {
    return { low: 0, high: 1 }
  }

  protected override beginFrame(_: CanvasRenderingContext2D, scene: Scene, { view }: PaneFrame): void {
    this.#fit = fitStatistics(view.columns.spacing, view.height, view.ratio, scene.fonts.digit)
  }

  protected override paintAbove(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void {
    context.fillStyle = scene.palette.theme.border
    const unit = Math.max(1, Math.round(view.ratio))
    for (let row = 1; row < STATISTICS.length; row++) {
      context.fillRect(0, statisticRow(row, view.height), view.width, unit)
    }
  }

  protected override paintBars(
    context: CanvasRenderingContext2D,
    scene: Scene,
    { view }: PaneFrame,
    first: number,
    last: number,
  ): void {
    const list = this.#list
    const fit = this.#fit
    if (fit === null) return
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
    const scene = this.host.scene()
    if (scene === null) return
    // Rows of a small chart are lower than the usual font.
    const fontPx = Math.min(TITLE_FONT * ratio, (height / STATISTICS.length) * 0.95)
    context.font = `${Math.round(fontPx)}px ${scene.palette.theme.fontFamily}`
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
