import type { FootprintChart, PaneOwner } from '@flowprint/chart'
import { createSeriesPane, type SeriesPane } from '@flowprint/chart/depth'
import type { Bars, DepthColumns } from '@flowprint/orderflow'
import i18next from 'i18next'
import { barEnd } from '../../chart/chart-controller.ts'

/** Imbalances of consecutive intervals, NaN where the book is not known. */
export interface Imbalances {
  readonly fromMs: number
  readonly intervalMs: number
  readonly values: Float64Array
}

/** Intervals that are kept, the newest: more than the heatmap has. */
const MAX_INTERVALS = 4096

type Interval = Pick<DepthColumns, 'fromMs' | 'intervalMs'>

/** The imbalances with those of some intervals replaced or added; intervals between them are not known. */
export function mergeImbalances(before: Imbalances | null, at: Interval, values: Float64Array): Imbalances {
  const { fromMs, intervalMs } = at
  if (before === null || before.intervalMs !== intervalMs || fromMs < before.fromMs) {
    return { fromMs, intervalMs, values }
  }
  const offset = Math.round((fromMs - before.fromMs) / intervalMs)
  const length = Math.max(before.values.length, offset + values.length)
  const merged = new Float64Array(length).fill(Number.NaN)
  merged.set(before.values)
  merged.set(values, offset)
  const dropped = Math.max(0, length - MAX_INTERVALS)
  return { fromMs: before.fromMs + dropped * intervalMs, intervalMs, values: merged.subarray(dropped) }
}

/** The imbalance at the end of each bar: that of the last interval that ended by then; NaN where it is not known. */
export function imbalancesOfBars({ fromMs, intervalMs, values }: Imbalances, bars: Bars): Float64Array {
  const last = fromMs + values.length * intervalMs
  return Float64Array.from({ length: bars.length }, (_, i) => {
    // The newest bar has not ended.
    const end = i === bars.length - 1 ? Math.min(barEnd(bars, i), last) : barEnd(bars, i)
    return end <= bars.t[i] ? Number.NaN : (values[Math.floor((end - fromMs) / intervalMs) - 1] ?? Number.NaN)
  })
}

/** The pane with the imbalance of the book near the best prices. */
export class ImbalancePane {
  readonly #chart: FootprintChart & PaneOwner
  readonly #rows: number
  #pane: SeriesPane | null = null
  #imbalances: Imbalances | null = null

  /** `rows`: from the best prices, for the title. */
  constructor(chart: FootprintChart & PaneOwner, rows: number) {
    this.#chart = chart
    this.#rows = rows
  }

  show(): void {
    this.#pane ??= createSeriesPane(this.#chart, {
      name: 'added:imbalance',
      style: 'line',
      title: () => i18next.t('depth.imbalance.title', { rows: this.#rows }),
      format: (value) => value.toFixed(2),
    })
  }

  hide(): void {
    this.#pane?.remove()
    this.#pane = null
    this.#imbalances = null
  }

  clear(): void {
    this.#imbalances = null
    this.#pane?.setSeries(null)
  }

  /** The imbalances of columns; null: they were not computed. `isWhole`: the columns replace all others. */
  receive(columns: Interval, isWhole: boolean, values: Float64Array | null): void {
    if (values === null) return
    this.#imbalances = mergeImbalances(isWhole ? null : this.#imbalances, columns, values)
    this.update()
  }

  /** Follows the bars. */
  update(): void {
    if (this.#pane === null || this.#imbalances === null) return
    const bars = this.#chart.bars()
    this.#pane.setSeries({ t: bars.t.slice(0, bars.length), values: imbalancesOfBars(this.#imbalances, bars) })
  }
}
