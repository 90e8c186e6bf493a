import type { ISeriesPrimitiveBase, SeriesAttachedParameter } from 'lightweight-charts'
import type { AddedPaneName } from '../api.ts'
import type { LivePane, PaneHost } from './pane-host.ts'

export interface AxisRange {
  readonly low: number
  readonly high: number
}

/** A pane that fills one of the library's panes under the bars. */
export interface StackedPane extends ISeriesPrimitiveBase<SeriesAttachedParameter<number>>, LivePane {
  /** The range of the axis; null while there is nothing to show. */
  range(): AxisRange | null
}

/** How the chart makes a pane: again whenever the panes change. */
export interface PaneSource {
  /** No other pane of the chart has it. */
  readonly name: AddedPaneName
  create(host: PaneHost): StackedPane
  /** Label of a value on the axis. */
  format(value: number): string
}

/** A chart to which panes are added, from top to bottom, between volume and the table: `createSeriesPane`. */
export interface PaneOwner {
  /** Returns a function that removes the pane. */
  addPane(source: PaneSource): () => void
}
