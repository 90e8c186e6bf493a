import {
  allocateColumns,
  clearColumns,
  columnBuffers,
  copyColumns,
  growColumns,
  setColumns,
  viewColumns,
} from '../columns/column-table.ts'
import type { ColumnsOf, Extent, Mutable } from '../columns/column-table.ts'
import { setLots, type Lots } from '../units/lots.ts'
import { ANALYSIS_COLUMNS, ANALYSIS_OVERFLOW } from './analysis.ts'
import type { Analysis } from './analysis.ts'

/** An analysis without its lists. */
export type AnalysisPart = Pick<Analysis, keyof typeof ANALYSIS_COLUMNS | 'length' | 'overflow'>

type AnalysisExtent = Extent<typeof ANALYSIS_COLUMNS>

const MIN_CAPACITY = 64

/** The per-bar and per-cell columns of an analysis, growing with its bars. */
export class AnalysisColumns {
  readonly columns = completed(allocateColumns(ANALYSIS_COLUMNS, { bar: 0, cell: 0 }), 0)

  /** Reserves capacity; existing entries are kept. */
  reserve(bars: number, cells: number): void {
    this.#reserve('bar', bars, this.columns.pocRow.length)
    this.#reserve('cell', cells, this.columns.cellFlags.length)
  }

  setLots(name: keyof typeof ANALYSIS_OVERFLOW, i: number, lots: Lots): void {
    if (typeof lots === 'bigint') this.#openOverflow()
    setLots(this.columns, name, i, lots)
  }

  /** Copies an analysis to bar and cell `at` on. */
  set(at: AnalysisExtent, analysis: AnalysisPart): void {
    const end = { bar: at.bar + analysis.length, cell: at.cell + analysis.cellFlags.length }
    this.reserve(end.bar, end.cell)
    const from = { bar: 0, cell: 0 }
    const to = { bar: analysis.length, cell: analysis.cellFlags.length }
    setColumns(ANALYSIS_COLUMNS, this.columns, at, analysis, from, to)
    if (analysis.overflow !== null) {
      setColumns(ANALYSIS_OVERFLOW, this.#openOverflow(), at, analysis.overflow, from, to)
    } else if (this.columns.overflow !== null) clearColumns(ANALYSIS_OVERFLOW, this.columns.overflow, at, end)
  }

  /** Views of the first bars and cells, no copy. */
  view(bars: number, cells: number): AnalysisPart {
    return partOf(viewColumns, this.columns, { bar: 0, cell: 0 }, { bar: bars, cell: cells })
  }

  #reserve(per: 'bar' | 'cell', length: number, capacity: number): void {
    if (length <= capacity) return
    const size = Math.max(length, 2 * capacity, MIN_CAPACITY)
    const { overflow } = this.columns
    growColumns(ANALYSIS_COLUMNS, this.columns, per, size)
    if (overflow !== null && per === 'bar') growColumns(ANALYSIS_OVERFLOW, overflow, per, size)
  }

  #openOverflow(): NonNullable<Analysis['overflow']> {
    this.columns.overflow ??= allocateColumns(ANALYSIS_OVERFLOW, { bar: this.columns.pocRow.length })
    return this.columns.overflow
  }
}

/** The analysis of bars and cells [from, to) in newly allocated memory. */
export function copyAnalysis(analysis: AnalysisPart, from: AnalysisExtent, to: AnalysisExtent): AnalysisPart {
  return partOf(copyColumns, analysis, from, to)
}

/** The memory of all columns, to be transferred to another thread. */
export function analysisBuffers(analysis: AnalysisPart): ArrayBuffer[] {
  return [...columnBuffers(ANALYSIS_COLUMNS, analysis), ...columnBuffers(ANALYSIS_OVERFLOW, analysis.overflow)]
}

function partOf(
  take: typeof viewColumns,
  analysis: AnalysisPart,
  from: AnalysisExtent,
  to: AnalysisExtent,
): Mutable<AnalysisPart> {
  const { overflow } = analysis
  const part = completed(take(ANALYSIS_COLUMNS, analysis, from, to), to.bar - from.bar)
  if (overflow !== null && [part.minVolume, part.cvdOpen, part.cvdQuoteOpen].some(hasOverflow)) {
    part.overflow = take(ANALYSIS_OVERFLOW, overflow, from, to)
  }
  return part
}

/** Completes the columns in place: all parts have one hidden class, and creating a view stays cheap. */
function completed(columns: Mutable<ColumnsOf<typeof ANALYSIS_COLUMNS>>, length: number): Mutable<AnalysisPart> {
  const part = columns as Mutable<AnalysisPart>
  part.length = length
  part.overflow = null
  return part
}

function hasOverflow(column: Float64Array): boolean {
  return column.some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER)
}
