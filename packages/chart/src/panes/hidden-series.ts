import type {
  AutoscaleInfo,
  CustomData,
  CustomSeriesOptions,
  IChartApiBase,
  ICustomSeriesPaneView,
  ISeriesApi,
  PriceFormatCustom,
} from 'lightweight-charts'
import { customSeriesDefaultOptions } from 'lightweight-charts'

/** A point of the axis: a bar's sequence number and an arbitrary numeric price. */
export interface SequencePoint extends CustomData<number> {
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
