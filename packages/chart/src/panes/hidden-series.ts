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

/** A point of the axis: a bar's sequence number and any price, which only has to be a number. */
export interface SequencePoint extends CustomData<number> {
  time: number
  value: number
}

export type HiddenSeries = ISeriesApi<'Custom', number, SequencePoint>

/** Paints nothing: the library needs a series for every axis and pane, ours are painted by primitives. */
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

/** An invisible series in a pane: carries the bars' places on the axis and the pane's price range. */
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
