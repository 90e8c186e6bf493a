import { AnalysisColumns, NO_SIGNALS } from '@flowprint/orderflow'
import type { Analysis, AnalysisPart, Effort, Signals, Stack, Zone } from '@flowprint/orderflow'

/** A growing analysis: the counterpart of the engine's BarArena, spliced together with it. */
export class AnalysisArena {
  length = 0
  cellCount = 0
  efforts: readonly Effort[] = []
  stacks: readonly Stack[] = []
  zones: readonly Zone[] = []
  signals: Signals = NO_SIGNALS
  readonly #columns = new AnalysisColumns()

  truncate(bars: number, cells: number): void {
    this.length = bars
    this.cellCount = cells
  }

  /** Appends the columns of `analysis`; the caller sets the lists. */
  append(analysis: AnalysisPart): void {
    this.#columns.set({ bar: this.length, cell: this.cellCount }, analysis)
    this.length += analysis.length
    this.cellCount += analysis.cellFlags.length
  }

  /** Views on the columns, valid until the next change. */
  view(): Analysis {
    const { efforts, stacks, zones, signals } = this
    return { ...this.#columns.view(this.length, this.cellCount), efforts, stacks, zones, signals }
  }
}
