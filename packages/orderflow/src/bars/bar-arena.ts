import { clearColumns, growColumns, setColumns } from '../columns/column-table.ts'
import { allocateBars, allocateEdges, allocateOverflow, openEdgeOverflow, viewBars } from './bar-columns.ts'
import { BAR_COLUMNS, BAR_OVERFLOW, EDGE_COLUMNS, EDGE_OVERFLOW } from './bars.ts'
import type { BarBuffer, BarOverflow, Bars } from './bars.ts'
import { firstOverflow } from './overflow.ts'

/** Minimum initial capacity: a few pages of memory, so that small responses cost little. */
const MIN_BARS = 64
const MIN_CELLS = 1024

/** Minimum progress for a projection of the capacity. */
const MIN_PROGRESS = 0.02

/**
 * Growing columns of bars and their cells.
 *
 * The engine's loops access `columns` directly: they write bar `columns.length` and the cells from `cellCount` on after
 * `reserve`, and then increase the two counters; other code reads `view()`. `columns.cellStart` has length + 1 valid
 * entries. Remainders (`Bars.overflow`) are allocated on first use, because ordinary markets have none; they and the
 * edges are 0 for every bar and cell that has not been written.
 */
export class BarArena {
  columns: BarBuffer
  cellCount = 0

  constructor(cycleMs: number, step: number, barCapacity = 0, cellCapacity = 0) {
    this.columns = allocateBars({
      cycleMs,
      step,
      bars: Math.max(barCapacity, MIN_BARS),
      cells: Math.max(cellCapacity, MIN_CELLS),
    })
    this.columns.length = 0
  }

  /** The number of bars. */
  get length(): number {
    return this.columns.length
  }

  /**
   * Clears the arena for bars of another cycle or step and keeps the memory when it can; views taken before must no
   * longer be in use.
   */
  reset(cycleMs: number = this.columns.cycleMs, step: number = this.columns.step): void {
    this.truncate(0)
    const { t, row } = this.columns
    if (step > 1 !== this.columns.step > 1) {
      this.columns = allocateBars({ cycleMs, step, bars: t.length, cells: row.length })
      this.columns.length = 0
    }
    this.columns.cycleMs = cycleMs
    this.columns.step = step
  }

  /** Keeps the first `barCount` bars. */
  truncate(barCount: number): void {
    const { columns } = this
    if (barCount >= columns.length && barCount !== 0) return
    const end = { bar: columns.length, cell: this.cellCount }
    columns.length = barCount
    columns.cellStart[0] = 0
    this.cellCount = columns.cellStart[barCount]
    const start = { bar: barCount, cell: this.cellCount }
    const { overflow, edges } = columns
    if (overflow !== null) clearColumns(BAR_OVERFLOW, overflow, start, end)
    if (edges !== null) clearColumns(EDGE_COLUMNS, edges, start, end)
    if (edges !== null && edges.overflow !== null) clearColumns(EDGE_OVERFLOW, edges.overflow, start, end)
  }

  /**
   * Reserves capacity for more bars and cells; may replace the columns. `progress` is the completed fraction of the
   * caller's work (0 when unknown): the capacity for the rest is then reserved at once.
   */
  reserve(bars: number, cells: number, progress = 0): void {
    const { t, row, length } = this.columns
    if (length + bars > t.length) this.#grow('bar', grownSize(length + bars, t.length, progress))
    const cellsNeeded = this.cellCount + cells
    if (cellsNeeded > row.length) this.#grow('cell', grownSize(cellsNeeded, row.length, progress))
  }

  /** Appends a copy of bars [from, to). They must have the arena's step; their cycle is not checked. */
  append(bars: Bars, from = 0, to: number = bars.length): void {
    const { columns } = this
    if (bars.step !== columns.step) {
      throw new RangeError(`Condition failed: bars of step ${columns.step}, had ${bars.step}`)
    }
    if (to <= from) return
    const { overflow, edges } = bars
    const first = { bar: from, cell: bars.cellStart[from] }
    const end = { bar: to, cell: bars.cellStart[to] }
    this.reserve(end.bar - first.bar, end.cell - first.cell)
    const start = { bar: columns.length, cell: this.cellCount }
    setColumns(BAR_COLUMNS, columns, start, bars, first, end)
    columns.length += end.bar - first.bar
    this.cellCount += end.cell - first.cell
    const shift = start.cell - first.cell
    for (let i = start.bar; i <= columns.length; i++) columns.cellStart[i] += shift
    if (overflow !== null && firstOverflow(bars, from, to) < to) {
      setColumns(BAR_OVERFLOW, this.openOverflow(), start, overflow, first, end)
    }
    if (edges === null) return
    columns.edges ??= allocateEdges(columns.t.length)
    setColumns(EDGE_COLUMNS, columns.edges, start, edges, first, end)
    if (edges.overflow === null) return
    setColumns(EDGE_OVERFLOW, openEdgeOverflow(columns.edges), start, edges.overflow, first, end)
  }

  /** The remainders, allocated on the first call. */
  openOverflow(): BarOverflow {
    const { columns } = this
    const { step, t, row } = columns
    columns.overflow ??= allocateOverflow({ bar: t.length, cell: row.length }, step > 1)
    return columns.overflow
  }

  setState(bar: number, state: number): void {
    this.columns.state[bar] = state
  }

  setRevision(bar: number, revision: number): void {
    this.columns.revision[bar] = revision
  }

  /** The bars so far as views on the arena's memory: cheap, and valid until the arena changes these bars or is reset. */
  view(): Bars {
    return viewBars(this.columns, 0, this.columns.length)
  }

  #grow(per: 'bar' | 'cell', size: number): void {
    const { columns } = this
    const { overflow, edges } = columns
    growColumns(BAR_COLUMNS, columns, per, size)
    if (overflow !== null) growColumns(BAR_OVERFLOW, overflow, per, size)
    if (edges === null || per === 'cell') return
    growColumns(EDGE_COLUMNS, edges, per, size)
    if (edges.overflow !== null) growColumns(EDGE_OVERFLOW, edges.overflow, per, size)
  }
}

/** New capacity: doubled at first; once enough of the work is done, the projected total plus a tenth. */
function grownSize(needed: number, size: number, progress: number): number {
  if (!(progress >= MIN_PROGRESS)) return Math.max(needed, size * 2)
  return Math.max(needed, Math.ceil((needed / progress) * 1.1))
}

/** Concatenates runs of bars of one cycle and step into a copy. Requires at least one run, which defines the step. */
export function concatBars(list: readonly Bars[]): Bars {
  if (list.length === 0) throw new RangeError('Condition failed: at least one run of bars, had none')
  if (list.length === 1) return list[0]
  const bars = list.reduce((sum, run) => sum + run.length, 0)
  const cells = list.reduce((sum, run) => sum + run.row.length, 0)
  const { cycleMs, step } = list[0]
  const arena = new BarArena(cycleMs, step, bars, cells)
  for (const run of list) {
    if (run.cycleMs !== cycleMs) throw new RangeError(`Condition failed: bars of ${cycleMs} ms, had ${run.cycleMs}`)
    arena.append(run)
  }
  return arena.view()
}
