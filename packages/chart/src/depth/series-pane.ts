import { lowerBoundT } from '@flowprint/orderflow'
import type { AddedPaneName, FootprintChart } from '../api.ts'
import { cssColour, withAlpha } from '../layout/colour.ts'
import { columnLeft } from '../layout/columns.ts'
import { LayeredPane } from '../panes/layered-pane.ts'
import type { PaneFrame } from '../panes/layered-pane.ts'
import { paintPaneTitle } from '../panes/pane-host.ts'
import type { PaneHost } from '../panes/pane-host.ts'
import type { AxisRange, PaneOwner } from '../panes/pane-source.ts'
import { PrimitiveView } from '../panes/primitives.ts'
import type { PaintScope } from '../panes/primitives.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { DepthHatch } from './depth-hatch.ts'

/** One value per bar, by the start of the bar. */
export interface BarSeries {
  /** Starts of bars, ms, increasing. A bar without a value is a gap; values of bars that are not loaded wait for them. */
  readonly t: Float64Array
  /** NaN: a gap. */
  readonly values: Float64Array
  /** Second values >= 0, drawn downwards: sold by force below, bought by force above. Style 'bars' only. */
  readonly below?: Float64Array
}

export interface SeriesPaneOptions {
  /** No other pane of the chart has it. */
  readonly name: AddedPaneName
  /** A line through the values at the ends of bars, or bars from 0: up in the positive colour, down in the negative. */
  readonly style: 'line' | 'bars'
  /** Small title inside the pane; called with every frame, so that it can follow the language. */
  title(): string
  /** Text of a value, on the axis and after the title. A second value is given as a negative number. */
  format(value: number): string
  /** Text after the title for the bar that starts at `t`; absent: that of its values. */
  readout?(t: number): string
  /** Hatches bars whose value is NaN: it is not known. */
  readonly hatchesGaps?: boolean
}

export interface SeriesPane {
  /** Replaces all values; null: none. They are kept while the bars are replaced. */
  setSeries(series: BarSeries | null): void
  /** Removes the pane. */
  remove(): void
}

/** Space above and below the values as a share of their range; the upper one holds the pane's title. */
const HEADROOM = 0.34
const FOOTROOM = 0.08
const ZERO_ALPHA = 0.35
const LINE = 1.5
/** Space between bars as a share of their column, and the narrowest column that has any, device px. */
const GAP = 0.12
const MIN_COLUMN_WITH_GAP = 4

/** The values of a series by bar; NaN where there is none. */
export class AlignedSeries {
  readonly #series: BarSeries
  readonly #t: ArrayLike<number>

  /** `t`: starts of the bars. */
  constructor(series: BarSeries, t: ArrayLike<number>) {
    this.#series = series
    this.#t = t
  }

  valueOf(bar: number): number {
    return this.#series.values[this.#indexOf(bar)] ?? Number.NaN
  }

  /** The series has the bar, but no value of it. */
  isGap(bar: number): boolean {
    const index = this.#indexOf(bar)
    return index >= 0 && Number.isNaN(this.#series.values[index])
  }

  belowOf(bar: number): number {
    return this.#series.below?.[this.#indexOf(bar)] ?? Number.NaN
  }

  #indexOf(bar: number): number {
    const { t } = this.#series
    const start = this.#t[bar]
    const index = lowerBoundT({ t, length: t.length }, start)
    return t[index] === start ? index : -1
  }
}

/**
 * The axis of visible values [from, to].
 *
 * Output  bars and series with a second value include 0; null when there are no values.
 */
export function seriesRange(
  series: Pick<AlignedSeries, 'valueOf' | 'belowOf'>,
  style: SeriesPaneOptions['style'],
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
  if (low === Infinity) return null
  if (style === 'bars') {
    low = Math.min(0, low)
    high = Math.max(0, high)
  }
  const size = high - low || Math.abs(high) || 1
  return { low: style === 'bars' && low === 0 ? 0 : low - size * FOOTROOM, high: Math.max(high, low) + size * HEADROOM }
}

/** Runs of gaps among bars [from, to]; their ends are inclusive. */
export function gapsOf(series: Pick<AlignedSeries, 'isGap'>, from: number, to: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  for (let bar = from; bar <= to; bar++) {
    if (!series.isGap(bar)) continue
    const last = gaps.at(-1)
    if (last !== undefined && last.to === bar - 1) last.to = bar
    else gaps.push({ from: bar, to: bar })
  }
  return gaps
}

/** What a pane shows. It outlives the pane, which the chart makes again whenever its panes change. */
interface SeriesState {
  readonly options: SeriesPaneOptions
  series: BarSeries | null
  /** Changes with the values. */
  revision: number
  /** Bar under the crosshair. */
  hovered: number | null
}

/** One value per bar as a line or as bars from 0. */
class SeriesLayers extends LayeredPane {
  readonly #state: SeriesState
  readonly #views: readonly PrimitiveView[]
  readonly #hatch = new DepthHatch()

  constructor(host: PaneHost, state: SeriesState) {
    super(host, state.options.name)
    this.#state = state
    this.#views = [...super.paneViews(), new PrimitiveView('top', (scope) => this.#paintValue(scope))]
  }

  override paneViews(): readonly PrimitiveView[] {
    return this.#views
  }

  override range(): AxisRange | null {
    const scene = this.host.scene()
    if (scene === null) return null
    const { from, to } = this.host.visible()
    const series = this.#alignedTo(scene)
    return (series && seriesRange(series, this.#state.options.style, from, to)) ?? { low: 0, high: 1 }
  }

  protected override version(): number {
    return this.#state.revision
  }

  protected override beginFrame(context: CanvasRenderingContext2D, scene: Scene, { view, range }: PaneFrame): void {
    if (this.#state.options.hatchesGaps) this.#paintGaps(context, scene, view)
    if (range.low > 0 || range.high < 0 || this.#state.series === null) return
    context.fillStyle = cssColour(withAlpha(scene.palette.colour.text3, ZERO_ALPHA))
    context.fillRect(0, yOf(view, range, 0), view.width, Math.max(1, Math.round(view.ratio)))
  }

  protected override paintAbove(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void {
    paintPaneTitle(context, scene, view, this.#state.options.title())
  }

  protected override paintBars(
    context: CanvasRenderingContext2D,
    scene: Scene,
    frame: PaneFrame,
    from: number,
    to: number,
  ): void {
    const series = this.#alignedTo(scene)
    if (series === null) return
    const paint = this.#state.options.style === 'line' ? paintLine : paintColumns
    paint(context, scene, frame, series, from, to)
  }

  #paintGaps(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void {
    const series = this.#alignedTo(scene)
    if (series === null) return
    const { from, to } = this.host.visible()
    const leftOf = (bar: number) => columnLeft(view.columns, scene.firstSequence + bar)
    const missing = gapsOf(series, from, to).map((gap) => ({
      left: leftOf(gap.from),
      right: leftOf(gap.to + 1),
      top: 0,
      bottom: view.height,
    }))
    if (missing.length === 0) return
    const origin = { x: leftOf(-scene.firstSequence), y: 0 }
    this.#hatch.paint(context, scene.palette.theme, view.ratio, origin, { unknown: [], missing })
  }

  /** The value of the bar under the crosshair, after the title. */
  #paintValue({ context, width, height, ratio }: PaintScope): void {
    const scene = this.host.scene()
    const columns = this.host.columns(ratio)
    const { hovered, options } = this.#state
    if (scene === null || columns === null || hovered === null) return
    const series = this.#alignedTo(scene)
    if (series === null) return
    const parts = [series.valueOf(hovered), -series.belowOf(hovered)].filter((value) => !Number.isNaN(value))
    const values = parts.length === 0 ? '–' : parts.map((value) => options.format(value)).join(' / ')
    const text = options.readout?.(scene.bars.t[hovered]) ?? values
    paintPaneTitle(context, scene, { columns, width, height, ratio }, `${options.title()}  ${text}`)
  }

  #alignedTo(scene: Scene): AlignedSeries | null {
    const { series } = this.#state
    return series && new AlignedSeries(series, scene.bars.t)
  }
}

/** A bar's value is the one at its end: its segment comes from the value before and breaks where one is missing. */
function paintLine(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { view, range }: PaneFrame,
  series: AlignedSeries,
  from: number,
  to: number,
): void {
  context.strokeStyle = scene.palette.theme.brand
  context.lineWidth = LINE * view.ratio
  context.lineCap = 'round'
  context.beginPath()
  for (let i = from; i <= to; i++) {
    const value = series.valueOf(i)
    if (Number.isNaN(value)) continue
    const before = series.valueOf(i - 1)
    const start = Number.isNaN(before) ? value : before
    context.moveTo(columnLeft(view.columns, scene.firstSequence + i), yOf(view, range, start))
    context.lineTo(columnLeft(view.columns, scene.firstSequence + i + 1), yOf(view, range, value))
  }
  context.stroke()
}

function paintColumns(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { view, range }: PaneFrame,
  series: AlignedSeries,
  from: number,
  to: number,
): void {
  const { fills, mark } = scene.palette
  const zero = yOf(view, range, 0)
  for (const sign of [1, -1]) {
    context.fillStyle = fills[sign > 0 ? mark.bodyUp : mark.bodyDown]
    for (let i = from; i <= to; i++) {
      const left = columnLeft(view.columns, scene.firstSequence + i)
      const column = columnLeft(view.columns, scene.firstSequence + i + 1) - left
      const gap = column < MIN_COLUMN_WITH_GAP ? 0 : Math.max(1, Math.round(column * GAP))
      for (const value of [series.valueOf(i), -series.belowOf(i)]) {
        if (Number.isNaN(value) || Math.sign(value) !== sign) continue
        const size = Math.max(1, Math.abs(yOf(view, range, value) - zero))
        context.fillRect(left + gap, sign > 0 ? zero - size : zero, Math.max(1, column - 2 * gap), size)
      }
    }
  }
}

function yOf(view: Viewport, { low, high }: AxisRange, value: number): number {
  return Math.round(((high - value) / (high - low)) * (view.height - 1))
}

/** Adds a pane with one value per bar to a chart: open interest, funding, liquidations, imbalance of the book. */
export function createSeriesPane(chart: FootprintChart & PaneOwner, options: SeriesPaneOptions): SeriesPane {
  const state: SeriesState = { options, series: null, revision: 0, hovered: null }
  const removePane = chart.addPane({
    name: options.name,
    create: (host) => new SeriesLayers(host, state),
    // The axis of a pane without values has no numbers.
    format: (value) => (state.series === null ? '' : options.format(value)),
  })
  const removeCrosshair = chart.onCrosshair((readout) => {
    state.hovered = readout?.bar ?? null
  })
  return {
    setSeries: (series) => {
      state.series = series
      state.revision += 1
      chart.repaintOverlays()
    },
    remove: () => {
      removeCrosshair()
      removePane()
    },
  }
}
