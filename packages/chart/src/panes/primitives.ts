import { customSeriesDefaultOptions } from 'lightweight-charts'
import type {
  AutoscaleInfo,
  CustomData,
  CustomSeriesOptions,
  IChartApiBase,
  ICustomSeriesPaneView,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  PriceFormatCustom,
  PrimitivePaneViewZOrder,
} from 'lightweight-charts'
import type { LivePane } from './pane-host.ts'

/** Isolates failures of one part of the chart, so that the rest of a frame is painted. */
export class Guard {
  #isFailing = false

  /** The part's result, or null if it threw; only the first of consecutive failures is reported. */
  run<Result>(part: () => Result): Result | null {
    try {
      const result = part()
      this.#isFailing = false
      return result
    } catch (error) {
      if (!this.#isFailing) reportError(error)
      this.#isFailing = true
      return null
    }
  }
}

/** Input of a painter: a context in device px and the size of the pane. */
export interface PaintScope {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px per CSS px, assumed equal horizontally and vertically. */
  readonly ratio: number
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/**
 * Adapts one paint function to a layer of the library. Restores the context's state; a failure does not affect other
 * layers.
 */
export class PrimitiveView implements IPrimitivePaneView {
  readonly #order: PrimitivePaneViewZOrder
  readonly #renderer: IPrimitivePaneRenderer

  constructor(order: PrimitivePaneViewZOrder, paint: (scope: PaintScope) => void) {
    this.#order = order
    const guard = new Guard()
    this.#renderer = {
      draw: (target: Target): void =>
        target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio }) => {
          context.save()
          guard.run(() =>
            paint({ context, width: bitmapSize.width, height: bitmapSize.height, ratio: horizontalPixelRatio }),
          )
          context.restore()
        }),
    }
  }

  zOrder(): PrimitivePaneViewZOrder {
    return this.#order
  }

  renderer(): IPrimitivePaneRenderer {
    return this.#renderer
  }
}

/** A point of the axis: a bar's sequence number and an arbitrary numeric price. */
interface SequencePoint extends CustomData<number> {
  time: number
  value: number
}

export type HiddenSeries = ISeriesApi<'Custom', number, SequencePoint>

/** Paints nothing: the library needs a series for every axis and pane, while primitives paint ours. */
class NothingView implements ICustomSeriesPaneView<number, SequencePoint> {
  readonly #renderer = { draw(): void {} }

  renderer(): { draw(): void } {
    return this.#renderer
  }

  update(): void {}

  priceValueBuilder(point: SequencePoint): number[] {
    return [point.value]
  }

  isWhitespace(point: object): point is never {
    return !('value' in point)
  }

  defaultOptions(): CustomSeriesOptions {
    return customSeriesDefaultOptions
  }
}

/** Adds an invisible series to a pane: carries the bars' positions on the axis and the pane's price range. */
export function addHiddenSeries(
  chart: IChartApiBase<number>,
  pane: number,
  range: () => { low: number; high: number } | null,
  format: PriceFormatCustom,
): HiddenSeries {
  return chart.addCustomSeries(
    new NothingView() as unknown as ICustomSeriesPaneView<number, SequencePoint>,
    {
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: (): AutoscaleInfo | null => {
        const wanted = range()
        return wanted === null ? null : { priceRange: { minValue: wanted.low, maxValue: wanted.high } }
      },
      priceFormat: format,
    },
    pane,
  ) as unknown as HiddenSeries
}

/** Decides how much is painted: a full frame by the library, or bars only. */
export class Painter {
  readonly #base: HiddenSeries
  readonly #panes: () => readonly LivePane[]
  readonly #follow: () => void
  readonly #guards = new WeakMap<LivePane, Guard>()
  #frame = 0
  #closed = false
  #alive = true

  /** `follow` updates the price scale for the open bar, so that the panes can detect whether it moved. */
  constructor(base: HiddenSeries, panes: () => readonly LivePane[], follow: () => void) {
    this.#base = base
    this.#panes = panes
    this.#follow = follow
  }

  /** Schedules all panes and axes for the library's next frame; several calls share it. */
  everything(): void {
    // The library repaints for any option, and an empty one causes no new layout.
    if (this.#alive) this.#base.applyOptions({})
  }

  /** Schedules the open bars for the next frame; everything if an axis has to move for them. */
  openBars(): void {
    if (this.#frame !== 0 || !this.#alive) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#follow()
      const panes = this.#panes()
      if (panes.some((pane) => pane.rangeMoved())) this.everything()
      else for (const pane of panes) this.#paint(pane)
      this.#closed = false
    })
  }

  /** Schedules all bars for the next frame, at their current positions. */
  allBars(): void {
    this.#closed = true
    this.openBars()
  }

  #paint(pane: LivePane): void {
    const guard = this.#guards.get(pane) ?? new Guard()
    this.#guards.set(pane, guard)
    guard.run(() => {
      if (this.#closed) pane.paintClosed()
      pane.paintLive()
    })
  }

  destroy(): void {
    this.#alive = false
    cancelAnimationFrame(this.#frame)
  }
}
