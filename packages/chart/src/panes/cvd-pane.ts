import { BAR_INCOMPLETE } from '@flowprint/orderflow'
import { cssColour, withAlpha } from '../layout/colour.ts'
import { columnLeft } from '../layout/columns.ts'
import { hatchArea } from '../renderers/hatch.ts'
import type { Scene, Viewport } from '../renderers/scene.ts'
import { LayeredPane } from './layered-pane.ts'
import type { PaneFrame } from './layered-pane.ts'
import { paintPaneTitle } from './pane-host.ts'
import type { PaneHost } from './pane-host.ts'
import type { AxisRange } from './pane-source.ts'

const MARGIN = 0.08

/** Cumulative delta as candles or a line, in the shown unit; an incomplete bar breaks the run, a reset starts from 0. */
export class CvdPane extends LayeredPane {
  constructor(host: PaneHost) {
    super(host, 'cvd')
  }

  override range(): AxisRange | null {
    const scene = this.host.scene()
    if (scene === null) return null
    const { from, to } = this.host.visible()
    let low = Infinity
    let high = -Infinity
    for (let i = from; i <= to; i++) {
      const candle = computeCvdCandle(scene, i)
      low = Math.min(low, candle.low)
      high = Math.max(high, candle.high)
    }
    if (!(high >= low)) return { low: -1, high: 1 }
    const margin = Math.max(high - low, scene.quantities.scale) * MARGIN
    return { low: low - margin, high: high + margin }
  }

  protected override beginFrame(context: CanvasRenderingContext2D, scene: Scene, { view, range }: PaneFrame): void {
    const y = valueY(view, range, 0)
    if (y < 0 || y >= view.height) return
    context.fillStyle = cssColour(withAlpha(scene.palette.colour.text3, 0.35))
    context.fillRect(0, y, view.width, Math.max(1, Math.round(view.ratio)))
  }

  protected override paintAbove(context: CanvasRenderingContext2D, scene: Scene, view: Viewport): void {
    paintPaneTitle(context, scene, view, scene.format.paneTitle('cvd'))
  }

  protected override paintBars(
    context: CanvasRenderingContext2D,
    scene: Scene,
    { view, range }: PaneFrame,
    from: number,
    to: number,
  ): void {
    const y = (value: number): number => valueY(view, range, value)
    if (scene.settings.cvdStyle === 'line') paintCvdLine(context, scene, view, y, from, to)
    else this.#candles(context, scene, view, y, from, to)
  }

  #candles(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    y: (value: number) => number,
    from: number,
    to: number,
  ): void {
    const { fills, mark } = scene.palette
    for (const [sign, fill] of [
      [1, fills[mark.bodyUp]],
      [-1, fills[mark.bodyDown]],
    ] as const) {
      context.fillStyle = fill
      for (let i = from; i <= to; i++) {
        const candle = computeCvdCandle(scene, i)
        if ((candle.close >= candle.open ? 1 : -1) === sign) this.#candle(context, scene, view, i, y, candle)
      }
    }
  }

  #candle(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    i: number,
    y: (value: number) => number,
    { open, close, high, low }: CvdCandle,
  ): void {
    const left = columnLeft(view.columns, scene.firstSequence + i)
    const column = columnLeft(view.columns, scene.firstSequence + i + 1) - left
    const unit = Math.max(1, Math.round(view.ratio))
    const line = column < 3 * unit ? 1 : unit
    const most = Math.round(28 * view.ratio)
    const wide = Math.max(1, Math.min(most, column < 4 ? column - 1 : Math.round(column * 0.62)))
    const body = Math.max(1, wide - ((wide - line) % 2))
    const x = left + Math.floor((column - body) / 2)
    const top = y(high)
    const bottom = y(low)
    context.fillRect(x + Math.floor((body - line) / 2), top, line, Math.max(1, bottom - top))
    const bodyTop = y(Math.max(open, close))
    const bodyBottom = y(Math.min(open, close))
    context.fillRect(x, bodyTop, body, Math.max(line, bodyBottom - bodyTop))
  }

  /** Paints a line before each new run, and veils the bars that broke it. */
  protected override paintClosedMarks(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: Viewport,
    from: number,
    to: number,
  ): void {
    const { bars, analysis } = scene
    const unit = Math.max(1, Math.round(view.ratio))
    for (let i = from; i <= to; i++) {
      const left = columnLeft(view.columns, scene.firstSequence + i)
      if (bars.state[i] === BAR_INCOMPLETE) {
        const right = columnLeft(view.columns, scene.firstSequence + i + 1)
        hatchArea(context, { left, top: 0, right, bottom: view.height }, scene.palette, view, view.columns.origin)
      } else if (
        i > 0 &&
        analysis.cvdSegment[i] !== analysis.cvdSegment[i - 1] &&
        bars.state[i - 1] !== BAR_INCOMPLETE
      ) {
        context.fillStyle = scene.palette.theme.border
        for (let y = 0; y < view.height; y += 6 * unit) context.fillRect(left, y, unit, 3 * unit)
      }
    }
  }
}

/** Device y of a value, as the library places it on the axis. */
function valueY(view: Viewport, range: AxisRange, value: number): number {
  return Math.round(view.height - 1 - ((value - range.low) * (view.height - 1)) / (range.high - range.low))
}

/** Cumulative delta of a bar in the shown unit. */
interface CvdCandle {
  readonly open: number
  readonly close: number
  readonly high: number
  readonly low: number
}

/**
 * Cumulative delta of bar i as a candle, in the shown unit. If the extremes of the quote delta are not known exactly
 * (NaN), high and low are those of open and close.
 */
function computeCvdCandle({ bars, analysis, totals, quantities: q }: Scene, i: number): CvdCandle {
  const isBase = q.unit === 'base'
  const open = (isBase ? analysis.cvdOpen[i] : analysis.cvdQuoteOpen[i]) * q.scale
  const { delta } = totals.of(bars, i)
  const max = (isBase ? bars.maxDelta[i] : bars.maxDeltaQuote[i]) * q.scale
  const min = (isBase ? bars.minDelta[i] : bars.minDeltaQuote[i]) * q.scale
  return {
    open,
    close: open + delta,
    high: open + (Number.isNaN(max) ? Math.max(0, delta) : max),
    low: open + (Number.isNaN(min) ? Math.min(0, delta) : min),
  }
}

/**
 * Cumulative delta of bars [from, to] as a line: within its column each bar's segment goes from its open to its close.
 * Bars can therefore be painted one by one, and the line breaks where a sum restarts.
 */
function paintCvdLine(
  context: CanvasRenderingContext2D,
  scene: Scene,
  view: Viewport,
  y: (value: number) => number,
  from: number,
  to: number,
): void {
  const { firstSequence } = scene
  context.strokeStyle = scene.palette.theme.brand
  context.lineWidth = 1.5 * view.ratio
  context.lineCap = 'round'
  context.beginPath()
  for (let i = from; i <= to; i++) {
    const { open, close } = computeCvdCandle(scene, i)
    context.moveTo(columnLeft(view.columns, firstSequence + i), y(open))
    context.lineTo(columnLeft(view.columns, firstSequence + i + 1), y(close))
  }
  context.stroke()
}
