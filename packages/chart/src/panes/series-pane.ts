import { lowerBoundT } from '@flowprint/orderflow'
import type { Bars } from '@flowprint/orderflow'
import type { BarSeries, SeriesPane as SeriesPaneSettings, SeriesPaneName } from '../api.ts'
import { cssColour, withAlpha } from '../layout/colour.ts'
import { columnLeft } from '../layout/columns.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { LayeredPane } from './layered-pane.ts'
import type { AxisRange, PaneFrame } from './layered-pane.ts'
import { paintPaneTitle } from './pane-host.ts'
import type { PaneHost } from './pane-host.ts'

/** Space above and below the values as a share of their range; the upper one holds the pane's title. */
const HEADROOM = 0.5
const FOOTROOM = 0.08
/** Width of a bar: share of the column, and at most, CSS px. */
const BAR_SHARE = 0.7
const MAX_BAR = 32

/** The values of a series by bar; NaN where there is none. */
export class AlignedSeries {
  readonly #values: Float64Array
  readonly #below: Float64Array | null
  readonly #offset: number

  /** A series that starts with a bar that is not loaded has no values. */
  constructor(series: BarSeries, bars: Pick<Bars, 't' | 'length'>) {
    const first = lowerBoundT(bars, series.firstT)
    this.#values = series.values
    this.#below = series.below ?? null
    this.#offset = first < bars.length && bars.t[first] === series.firstT ? first : bars.length
  }

  valueOf(bar: number): number {
    return this.#values[bar - this.#offset] ?? Number.NaN
  }

  belowOf(bar: number): number {
    return this.#below?.[bar - this.#offset] ?? Number.NaN
  }
}

/**
 * The axis of visible values [from, to].
 *
 * Output  bars and series with a second value include 0; null when there are no values.
 */
export function seriesRange(
  series: Pick<AlignedSeries, 'valueOf' | 'belowOf'>,
  style: SeriesPaneSettings['style'],
  from: number,
  to: number,
): AxisRange | null {
  let low = Infinity
  let high = -Infinity
  // A line starts at the end of the bar before.
  for (let i = style === 'line' ? from - 1 : from; i <= to; i++) {
    const [value, below] = [series.valueOf(i), -series.belowOf(i)]
    if (value < low) low = value
    if (value > high) high = value
    if (below < low) low = below
  }
  if (style === 'bars') {
    low = Math.min(0, low)
    high = Math.max(0, high)
  }
  if (!(high >= low) || high === -Infinity) return null
  const size = high - low || Math.abs(high) || 1
  return { low: style === 'bars' && low === 0 ? 0 : low - size * FOOTROOM, high: high + size * HEADROOM }
}

/** One value per bar as a line or as bars from 0: open interest, funding, liquidations, imbalance of the book. */
export class SeriesPane extends LayeredPane {
  readonly #name: SeriesPaneName

  constructor(host: PaneHost, name: SeriesPaneName) {
    super(host, name)
    this.#name = name
  }

  override range(): AxisRange | null {
    const scene = this.host.scene()
    if (scene === null) return null
    const series = this.#series(scene)
    const { from, to } = this.host.visible()
    return (series && seriesRange(series, this.#settings(scene).style, from, to)) ?? { low: 0, high: 1 }
  }

  protected override version(): number {
    return this.host.series(this.#name).revision
  }

  protected override beginFrame(context: CanvasRenderingContext2D, scene: Scene, { view, range }: PaneFrame): void {
    if (range.low > 0 || range.high < 0) return
    context.fillStyle = cssColour(withAlpha(scene.palette.colour.text3, 0.35))
    context.fillRect(0, yOf(view, range, 0), view.width, Math.max(1, Math.round(view.ratio)))
  }

  protected override paintAbove(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void {
    paintPaneTitle(context, scene, view, this.#settings(scene).title)
  }

  protected override paintBars(
    context: CanvasRenderingContext2D,
    scene: Scene,
    { view, range }: PaneFrame,
    from: number,
    to: number,
  ): void {
    const series = this.#series(scene)
    if (series === null) return
    if (this.#settings(scene).style === 'line') this.#line(context, scene, view, range, series, from, to)
    else this.#bars(context, scene, view, range, series, from, to)
  }

  /** A bar's value is the one at its end: its segment comes from the value before and breaks where one is missing. */
  #line(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    range: AxisRange,
    series: AlignedSeries,
    from: number,
    to: number,
  ): void {
    context.strokeStyle = scene.palette.theme.brand
    context.lineWidth = 1.5 * view.ratio
    context.lineCap = 'round'
    context.beginPath()
    for (let i = from; i <= to; i++) {
      const value = series.valueOf(i)
      if (Number.isNaN(value)) continue
      const before = series.valueOf(i - 1)
      context.moveTo(
        columnLeft(view.columns, scene.firstSequence + i),
        yOf(view, range, Number.isNaN(before) ? value : before),
      )
      context.lineTo(columnLeft(view.columns, scene.firstSequence + i + 1), yOf(view, range, value))
    }
    context.stroke()
  }

  #bars(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    range: AxisRange,
    series: AlignedSeries,
    from: number,
    to: number,
  ): void {
    const { fills, mark } = scene.palette
    const zero = yOf(view, range, 0)
    for (const sign of [1, -1] as const) {
      context.fillStyle = fills[sign > 0 ? mark.bodyUp : mark.bodyDown]
      for (let i = from; i <= to; i++) {
        const left = columnLeft(view.columns, scene.firstSequence + i)
        const column = columnLeft(view.columns, scene.firstSequence + i + 1) - left
        const width = Math.max(1, Math.min(Math.round(MAX_BAR * view.ratio), Math.round(column * BAR_SHARE)))
        const x = left + Math.floor((column - width) / 2)
        for (const value of [series.valueOf(i), -series.belowOf(i)]) {
          if (Number.isNaN(value) || value === 0 || Math.sign(value) !== sign) continue
          const end = yOf(view, range, value)
          const size = Math.max(1, Math.abs(end - zero))
          context.fillRect(x, sign > 0 ? zero - size : zero, width, size)
        }
      }
    }
  }

  #settings(scene: Scene): SeriesPaneSettings {
    const found = scene.settings.series?.find(({ name }) => name === this.#name)
    return found ?? { name: this.#name, title: '', style: 'line', format: String }
  }

  #series(scene: Scene): AlignedSeries | null {
    const { data } = this.host.series(this.#name)
    return data && new AlignedSeries(data, scene.bars)
  }
}

function yOf(view: Viewport, { low, high }: AxisRange, value: number): number {
  return Math.round(((high - value) / (high - low)) * (view.height - 1))
}
