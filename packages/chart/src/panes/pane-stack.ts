import type { IChartApiBase, IPaneApi } from 'lightweight-charts'
import type { ChartSettings, PaneName } from '../api.ts'
import { quantityText } from '../format/quantity-text.ts'
import { STATISTIC_ROW, STATISTICS } from '../layout/statistic-fit.ts'
import { CvdPane } from './cvd-pane.ts'
import type { HiddenSeries } from './hidden-series.ts'
import { addHiddenSeries } from './hidden-series.ts'
import type { LivePane, PaneHost } from './pane-host.ts'
import { StatisticsPane } from './statistics-pane.ts'
import { VolumePane } from './volume-pane.ts'

/** Heights the panes ask for, CSS px, and the part of the chart that all of them together may take. */
const HEIGHTS: Readonly<Record<Exclude<PaneName, 'main'>, number>> = {
  volume: 84,
  cvd: 96,
  statistics: STATISTIC_ROW * STATISTICS.length,
}
const MOST_SHARE = 0.46
const ORDER = ['cvd', 'volume', 'statistics'] as const

interface Entry {
  readonly name: Exclude<PaneName, 'main'>
  readonly series: HiddenSeries
  readonly pane: (VolumePane | CvdPane | StatisticsPane) & LivePane
}

/** The panes under the bars: made and removed by settings, heights kept in px while the window changes. */
export class PaneStack {
  readonly #chart: IChartApiBase<number>
  readonly #host: PaneHost
  #entries: Entry[] = []
  #shown = ''

  constructor(chart: IChartApiBase<number>, host: PaneHost) {
    this.#chart = chart
    this.#host = host
  }

  /** Name of the pane with that index. */
  nameAt(index: number): PaneName {
    return index === 0 ? 'main' : (this.#entries[index - 1]?.name ?? 'main')
  }

  /** Brings the panes to the settings; true when something was added or removed. */
  show(wanted: ChartSettings['panes'], lastSequence: number | null): boolean {
    const names = ORDER.filter((name) => wanted[name])
    if (names.join() === this.#shown) return false
    this.#shown = names.join()
    for (const entry of this.#entries) {
      entry.pane.release()
      // the library removes a pane with its last series
      this.#chart.removeSeries(entry.series)
    }
    this.#entries = names.map((name, n) => this.#make(name, n + 1))
    if (lastSequence !== null) this.setLast(lastSequence, true)
    this.#layOut(HEIGHTS)
    return true
  }

  /** A pane needs one place on the axis at or after whatever is visible: the newest bar's. */
  setLast(sequence: number, anew: boolean): void {
    for (const { series } of this.#entries) {
      if (anew) series.setData([{ time: sequence, value: 0 }])
      else series.update({ time: sequence, value: 0 })
    }
  }

  /** After the chart's height changed: panes keep their px, the bars take the rest. */
  resized(before: () => void): void {
    const panes = this.#chart.panes()
    const held: Partial<Record<PaneName, number>> = {}
    this.#entries.forEach((entry, n) => {
      const height = panes[n + 1]?.getHeight() ?? 0
      if (height > 0) held[entry.name] = height
    })
    before()
    this.#layOut({ ...HEIGHTS, ...held })
  }

  /** Index of a pane that is shown, -1 for none. */
  indexOf(name: PaneName): number {
    return name === 'main' ? 0 : this.#entries.findIndex((entry) => entry.name === name) + 1 || -1
  }

  get panes(): readonly LivePane[] {
    return this.#entries.map((entry) => entry.pane)
  }

  release(): void {
    for (const entry of this.#entries) entry.pane.release()
    this.#entries = []
  }

  #layOut(heights: Readonly<Record<Exclude<PaneName, 'main'>, number>>): void {
    const panes = this.#chart.panes()
    const total = panes.reduce((sum, pane) => sum + pane.getHeight(), 0) || this.#chart.options().height
    const asked = this.#entries.reduce((sum, entry) => sum + heights[entry.name], 0)
    const share = total > 0 && asked > total * MOST_SHARE ? (total * MOST_SHARE) / asked : 1
    this.#entries.forEach((entry, n) => stretch(panes[n + 1], heights[entry.name] * share))
    stretch(panes[0], Math.max(1, total - asked * share))
  }

  #make(name: Entry['name'], index: number): Entry {
    const pane = name === 'volume' ? new VolumePane(this.#host) : name === 'cvd' ? new CvdPane(this.#host) : new StatisticsPane(this.#host)
    const format = (value: number): string =>
      name === 'statistics' ? '' : quantityText(value, this.#host.scene()?.strength.barDecimals ?? 0, 5)
    const series = addHiddenSeries(this.#chart, index, () => pane.range(), { type: 'custom', minMove: 0.000_001, formatter: format })
    series.attachPrimitive(pane)
    return { name, series, pane }
  }
}

function stretch(pane: IPaneApi<number> | undefined, height: number): void {
  pane?.setStretchFactor(Math.max(1, height))
}
