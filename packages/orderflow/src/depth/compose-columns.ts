import { SECOND_MS } from '../time.ts'
import type { UnixMs } from '../units/units.ts'
import { COLUMN_MISSING } from './depth.ts'
import type { DepthColumns, KnownWindow } from './depth.ts'
import { DepthColumnsWriter, firstCell, headOf, intersectRows, MISSING_HEAD, NO_ROWS } from './depth-columns.ts'

export interface ComposeOptions {
  /** Interval of the result, a multiple of those of the parts. */
  readonly intervalMs: number
  /** Range of the result, whole intervals. */
  readonly fromMs: UnixMs
  readonly toMs: UnixMs
  /** Row height of the result when there are no parts; 1 by default. */
  readonly step?: number
}

/** One column of a part. */
interface Source {
  readonly columns: DepthColumns
  readonly index: number
}

/**
 * Coarser columns from finer ones.
 *
 * Input   parts: ascending in time without overlaps, of one step and unit; their intervals may differ. Their columns fill
 *         those of the result without crossing an edge.
 * Output  a column describes the seconds of its interval after the last one that no run covers: the columns of the parts
 *         from the last one that is missing, or that itself begins with such a gap, to the end. `lots` and best prices are
 *         those of the last one, `up`, `sum` and `seconds` the sums, `min` and `max` the extremes; a column without the row
 *         counts as 0. Rows are known when they are known in every column and nothing is missing; the state is the weakest.
 *         A column whose last part is missing is missing.
 *         Composing twice gives the same as composing once.
 * Cost    one merge of sorted cells per column of the parts; no search.
 * Throws  RangeError when the parts do not fit the intervals or each other; OrderflowError QUANTITY_RANGE when a sum exceeds
 *         2^53 - 1.
 * Source  docs/data/book.md, section "Columns".
 */
export function composeColumns(parts: readonly DepthColumns[], options: ComposeOptions): DepthColumns {
  const { intervalMs, fromMs, toMs } = options
  const step = parts.at(0)?.step ?? options.step ?? 1
  checkParts(parts, options, step)
  const length = (toMs - fromMs) / intervalMs
  const copied = parts.reduce((sum, part) => sum + (part.intervalMs === intervalMs ? part.row.length : 0), 0)
  const writer = new DepthColumnsWriter(intervalMs, step, fromMs, length, copied)
  const cells = [new CellTable(), new CellTable()]
  let first = 0
  for (let i = 0; i < length; i++) {
    const start = fromMs + i * intervalMs
    while (first < parts.length && endOf(parts[first]) <= start) first++
    const sources = coveredSources(parts, first, start, start + intervalMs)
    if (sources.length === 0) writer.column(MISSING_HEAD)
    else if (sources.length === 1 && sources[0].columns.intervalMs === intervalMs) copyColumn(writer, sources[0])
    else writeColumn(writer, sources, cells, start)
  }
  return writer.build()
}

function endOf({ fromMs, intervalMs, length }: DepthColumns): UnixMs {
  return fromMs + intervalMs * length
}

function checkParts(parts: readonly DepthColumns[], { intervalMs, fromMs, toMs }: ComposeOptions, step: number): void {
  if (!(Number.isSafeInteger(intervalMs) && intervalMs > 0 && intervalMs % SECOND_MS === 0)) {
    throw new RangeError(`Condition failed: an interval is whole seconds, had ${intervalMs}`)
  }
  if (!(Number.isSafeInteger(fromMs) && fromMs <= toMs && (toMs - fromMs) % intervalMs === 0)) {
    throw new RangeError(`Condition failed: the range is whole intervals, had ${fromMs} to ${toMs}`)
  }
  let before = -Infinity
  for (const part of parts) {
    if (part.step !== step) throw new RangeError(`Condition failed: one step, had ${step} and ${part.step}`)
    if (intervalMs % part.intervalMs !== 0 || (part.fromMs - fromMs) % part.intervalMs !== 0) {
      throw new RangeError(
        `Condition failed: ${part.intervalMs} ms from ${part.fromMs} fit ${intervalMs} ms from ${fromMs}`,
      )
    }
    if (part.fromMs < before) throw new RangeError(`Condition failed: parts ascend, had ${part.fromMs} after ${before}`)
    before = Math.max(before, endOf(part))
  }
}

/** The columns within [start, end) since the last gap, oldest first; none when the last one is missing. */
function coveredSources(parts: readonly DepthColumns[], first: number, start: UnixMs, end: UnixMs): Source[] {
  let sources: Source[] = []
  let covered = start
  for (let p = first; p < parts.length && parts[p].fromMs < end; p++) {
    const columns = parts[p]
    const { intervalMs, fromMs } = columns
    for (let t = Math.max(fromMs, start); t < Math.min(endOf(columns), end); t += intervalMs) {
      const index = (t - fromMs) / intervalMs
      const isMissing = columns.state[index] === COLUMN_MISSING
      // Before a gap nothing counts, not even when it lies within this column.
      if (isMissing || t > covered || columns.seconds[index] * SECOND_MS < intervalMs) sources = []
      if (isMissing) continue
      sources.push({ columns, index })
      covered = t + intervalMs
    }
  }
  return covered === end ? sources : []
}

function copyColumn(writer: DepthColumnsWriter, { columns, index }: Source): void {
  writer.copyCells(columns, index)
  writer.column(headOf(columns, index))
}

function writeColumn(writer: DepthColumnsWriter, sources: readonly Source[], tables: CellTable[], start: UnixMs): void {
  const last = sources[sources.length - 1]
  const { state: lastState, bestBid, bestAsk } = headOf(last.columns, last.index)
  let state = lastState
  let seconds = 0
  const { fromMs, intervalMs } = sources[0].columns
  const isWhole = fromMs + sources[0].index * intervalMs === start
  let rows: KnownWindow = isWhole ? { low: -Infinity, high: Infinity } : NO_ROWS
  tables[0].clear()
  for (const [k, { columns, index }] of sources.entries()) {
    const head = headOf(columns, index)
    state = Math.min(state, head.state)
    seconds += head.seconds
    rows = intersectRows(rows, head.rows)
    tables[1].merge(tables[0], columns, index, k === 0)
    tables.reverse()
  }
  tables[0].write(writer)
  writer.column({ state, seconds, rows, bestBid, bestAsk })
}

/** Cells of one column under construction, sorted by side and row. */
class CellTable {
  #length = 0
  #side = new Uint8Array(256)
  #row = new Float64Array(256)
  #lots = new Float64Array(256)
  #up = new Float64Array(256)
  #sum = new Float64Array(256)
  #min = new Float64Array(256)
  #max = new Float64Array(256)

  clear(): void {
    this.#length = 0
  }

  /** Replaces the cells by those of `earlier` continued by column i; rows that only one of them has are 0 in the other. */
  merge(earlier: CellTable, columns: DepthColumns, i: number, isFirst: boolean): void {
    const { side, row, lots, up, sum, min, max } = columns
    let b = firstCell(columns, i)
    const end = columns.cellEnd[i]
    this.#length = 0
    this.#reserve(earlier.#length + end - b)
    for (let a = 0; a < earlier.#length || b < end;) {
      const order = b === end ? -1 : a === earlier.#length ? 1 : earlier.#side[a] - side[b] || earlier.#row[a] - row[b]
      const at = this.#length++
      if (order < 0) {
        this.#copy(at, earlier, a)
        this.#lots[at] = 0
        this.#min[at] = 0
        a++
        continue
      }
      this.#side[at] = side[b]
      this.#row[at] = row[b]
      this.#lots[at] = lots[b]
      if (order > 0) {
        this.#up[at] = up[b]
        this.#sum[at] = sum[b]
        this.#min[at] = isFirst ? min[b] : 0
        this.#max[at] = max[b]
      } else {
        this.#up[at] = earlier.#up[a] + up[b]
        this.#sum[at] = earlier.#sum[a] + sum[b]
        this.#min[at] = Math.min(earlier.#min[a], min[b])
        this.#max[at] = Math.max(earlier.#max[a], max[b])
        a++
      }
      b++
    }
  }

  write(writer: DepthColumnsWriter): void {
    for (let k = 0; k < this.#length; k++) {
      writer.cell(this.#side[k], this.#row[k], this.#lots[k], this.#up[k], this.#sum[k], this.#min[k], this.#max[k])
    }
  }

  #copy(at: number, source: CellTable, from: number): void {
    this.#side[at] = source.#side[from]
    this.#row[at] = source.#row[from]
    this.#up[at] = source.#up[from]
    this.#sum[at] = source.#sum[from]
    this.#max[at] = source.#max[from]
  }

  /** Makes room for this many cells; the content is lost. */
  #reserve(length: number): void {
    if (length <= this.#row.length) return
    const size = Math.max(length, 2 * this.#row.length)
    this.#side = new Uint8Array(size)
    this.#row = new Float64Array(size)
    this.#lots = new Float64Array(size)
    this.#up = new Float64Array(size)
    this.#sum = new Float64Array(size)
    this.#min = new Float64Array(size)
    this.#max = new Float64Array(size)
  }
}
