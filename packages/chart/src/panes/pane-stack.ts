import type { IChartApiBase, IPaneApi } from 'lightweight-charts'
import type { ChartSettings, PaneName } from '../api.ts'
import { quantityText } from '../format/number-text.ts'
import { ADDED_HEIGHT, fitPanes, PANE_HEIGHTS, SEPARATOR, TIME_AXIS } from '../layout/pane-heights.ts'
import { CvdPane } from './cvd-pane.ts'
import { addHiddenSeries, Guard } from './primitives.ts'
import type { HiddenSeries } from './primitives.ts'
import type { LivePane, PaneHost } from './pane-host.ts'
import type { PaneSource, StackedPane } from './pane-source.ts'
import { StatisticsPane } from './statistics-pane.ts'
import { VolumePane } from './volume-pane.ts'

/** Minimum pane height by dragging in the library, and tolerance, CSS px. Rounding to pixels is not a drag. */
const MIN_HEIGHT = 30
const DRAG_SLACK = 3

interface Entry {
  readonly name: Exclude<PaneName, 'main'>
  readonly series: HiddenSeries
  readonly pane: StackedPane
}

/** The panes under the bars: added and removed by settings; heights stay fixed in px while the window resizes. */
export class PaneStack {
  readonly #chart: IChartApiBase<number>
  readonly #host: PaneHost
  #entries: Entry[] = []
  #added: readonly PaneSource[] = []
  #shown = ''
  #height = 0
  #mainHeight = 0
  /** Wanted heights, and actual ones: smaller if the chart is low. */
  readonly #wanted: Partial<Record<Entry['name'], number>> = { ...PANE_HEIGHTS }
  readonly #set: Partial<Record<Entry['name'], number>> = {}

  constructor(chart: IChartApiBase<number>, host: PaneHost) {
    this.#chart = chart
    this.#host = host
  }

  /** Name of the pane with that index. */
  nameAt(index: number): PaneName {
    return index === 0 ? 'main' : (this.#entries[index - 1]?.name ?? 'main')
  }

  /** Adds a pane, which `show` then creates; returns a function that removes it. */
  add(source: PaneSource): () => void {
    this.#added = [...this.#added, source]
    return () => {
      this.#added = this.#added.filter((other) => other !== source)
    }
  }

  /** Updates the panes to the settings and the height; true if one was added or removed. */
  show(wanted: ChartSettings['panes'], lastSequence: number | null): boolean {
    const ofSettings = (name: keyof typeof wanted): Entry['name'][] => (wanted[name] ? [name] : [])
    const all = [
      ...ofSettings('cvd'),
      ...ofSettings('volume'),
      ...this.#added.map(({ name }) => name),
      ...ofSettings('statistics'),
    ]
    const fitting = this.#fit(all)
    const names = this.#height > 0 ? all.filter((name) => fitting.has(name)) : all
    if (names.join() === this.#shown) return false
    this.#shown = names.join()
    for (const entry of this.#entries) {
      entry.pane.release()
      // The library removes a pane with its last series.
      this.#chart.removeSeries(entry.series)
    }
    this.#entries = names.map((name, n) => this.#make(name, n + 1))
    if (lastSequence !== null) this.setLast(lastSequence, true)
    this.#layOut()
    return true
  }

  /** A pane needs one point on the axis at or after everything visible: the newest bar's. */
  setLast(sequence: number, shouldReset: boolean): void {
    for (const { series } of this.#entries) {
      if (shouldReset) series.setData([{ time: sequence, value: 0 }])
      else series.update({ time: sequence, value: 0 })
    }
  }

  /** Sets the chart's height in CSS px: panes keep theirs, the bars take the rest. */
  setHeight(height: number): void {
    this.#height = height
    this.#layOut()
  }

  /** Height assigned to the bars, CSS px: the library's panes get it in its next frame. */
  get mainHeight(): number {
    return this.#mainHeight
  }

  /** Height of the bars and the panes below them, CSS px. */
  get plotHeight(): number {
    return this.#height - (this.#chart.timeScale().height() || TIME_AXIS)
  }

  /** Index of a visible pane, -1 for none. */
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

  /** After a gesture: a height that differs from the set one was dragged by the user and becomes the wanted one. */
  updateWantedHeights(): void {
    const panes = this.#chart.panes()
    this.#entries.forEach(({ name }, n) => {
      const height = panes[n + 1]?.getHeight() ?? 0
      const set = this.#set[name]
      if (set !== undefined && height >= MIN_HEIGHT && Math.abs(height - set) > DRAG_SLACK) this.#wanted[name] = height
    })
  }

  #layOut(): void {
    const panes = this.#chart.panes()
    const heights = this.#fit(this.#entries.map(({ name }) => name))
    let left = this.plotHeight - this.#entries.length * SEPARATOR
    if (left <= 0) return
    this.#entries.forEach(({ name }, n) => {
      const height = heights.get(name) ?? 1
      this.#set[name] = height
      left -= height
      stretch(panes[n + 1], height)
    })
    this.#mainHeight = Math.max(1, left)
    stretch(panes[0], this.#mainHeight)
  }

  #fit(names: readonly Entry['name'][]): ReadonlyMap<string, number> {
    return fitPanes(
      this.plotHeight,
      names.map((name) => ({ name, height: this.#heightOf(name) })),
    )
  }

  #heightOf(name: Entry['name']): number {
    return this.#wanted[name] ?? ADDED_HEIGHT
  }

  #make(name: Entry['name'], index: number): Entry {
    const source = this.#added.find((added) => added.name === name)
    const pane =
      source?.create(this.#host) ??
      (name === 'volume'
        ? new VolumePane(this.#host)
        : name === 'cvd'
          ? new CvdPane(this.#host)
          : new StatisticsPane(this.#host))
    const format = (value: number): string =>
      source?.format(value) ??
      (name === 'statistics' ? '' : quantityText(value, this.#host.scene()?.strength.barDecimals ?? 0, 5))
    const guard = new Guard()
    const series = addHiddenSeries(this.#chart, index, () => guard.run(() => pane.range()), {
      type: 'custom',
      minMove: 0.000_001,
      formatter: format,
    })
    series.attachPrimitive(pane)
    return { name, series, pane }
  }
}

function stretch(pane: IPaneApi<number> | undefined, height: number): void {
  pane?.setStretchFactor(Math.max(1, height))
}
