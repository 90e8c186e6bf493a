import {
  COLUMN_MISSING,
  composeColumns,
  type DepthColumns,
  SECOND_MS,
  sliceColumns,
  type UnixMs,
} from '@flowprint/orderflow'

/**
 * Composes columns of an interval one finer column at a time, and shows the open interval as it is so far: a column of
 * `composeColumns` exists only once its interval has ended.
 */
export class IntervalFold {
  readonly #intervalMs: number
  #step: number
  /** The open interval: its start, what is covered, and the column since the last gap. */
  #start: UnixMs
  #covered: UnixMs
  #open: DepthColumns | null = null
  #closed: DepthColumns[] = []

  /** Begins at the start of an interval. */
  constructor(intervalMs: number, step: number, from: UnixMs) {
    this.#intervalMs = intervalMs
    this.#step = step
    this.#start = from
    this.#covered = from
  }

  /** Everything before was added. */
  get covered(): UnixMs {
    return this.#covered
  }

  /** Adds finer columns from `covered` on; their intervals do not cross an edge of this one. */
  add(columns: DepthColumns): void {
    const { intervalMs, fromMs, length } = columns
    for (let i = 0; i < length; i++) {
      const t = fromMs + i * intervalMs
      if (t < this.#covered) continue
      while (t >= this.#start + this.#intervalMs) this.#close()
      const isGap = columns.state[i] === COLUMN_MISSING || t > this.#covered
      if (isGap) this.#open = null
      if (columns.state[i] !== COLUMN_MISSING) {
        const one = sliceColumns(columns, t, t + intervalMs)
        this.#open = this.#open === null ? this.#first(one, t) : joinColumns(this.#open, one)
      }
      this.#covered = t + intervalMs
      if (this.#covered >= this.#start + this.#intervalMs) this.#close()
    }
  }

  /** The intervals that ended since the last call. */
  takeClosed(): readonly DepthColumns[] {
    const closed = this.#closed
    this.#closed = []
    return closed
  }

  /** The open interval as if it ended after `last`, a finer column that is not added; null: nothing is known of it. */
  peekOpen(last: DepthColumns | null): DepthColumns | null {
    const isWithin = last !== null && last.fromMs >= this.#start && last.fromMs < this.#start + this.#intervalMs
    const isKnown = isWithin && last.state[0] !== COLUMN_MISSING
    if (!isKnown) return this.#open && this.#stretched(this.#open)
    const continues = this.#open !== null && last.fromMs === this.#covered
    const open = continues && this.#open !== null ? joinColumns(this.#open, last) : this.#first(last, last.fromMs)
    return this.#stretched(open)
  }

  #first(column: DepthColumns, t: UnixMs): DepthColumns {
    if (t === this.#start) return column
    return { ...column, lowRow: Float64Array.of(0), highRow: Float64Array.of(-1) }
  }

  #close(): void {
    const isCovered = this.#open !== null && this.#covered >= this.#start + this.#intervalMs
    this.#closed.push(
      isCovered && this.#open !== null
        ? this.#stretched(this.#open)
        : missingColumn(this.#intervalMs, this.#step, this.#start),
    )
    this.#start += this.#intervalMs
    this.#covered = Math.max(this.#covered, this.#start)
    this.#open = null
  }

  #stretched(column: DepthColumns): DepthColumns {
    return { ...column, fromMs: this.#start, intervalMs: this.#intervalMs }
  }
}

/** One column of two that follow each other without a gap, of any lengths. */
function joinColumns(earlier: DepthColumns, later: DepthColumns): DepthColumns {
  const at = (column: DepthColumns, fromMs: UnixMs) => ({ ...column, fromMs, intervalMs: SECOND_MS })
  return composeColumns([at(earlier, 0), at(later, SECOND_MS)], {
    intervalMs: 2 * SECOND_MS,
    fromMs: 0,
    toMs: 2 * SECOND_MS,
  })
}

function missingColumn(intervalMs: number, step: number, fromMs: UnixMs): DepthColumns {
  return composeColumns([], { intervalMs, fromMs, toMs: fromMs + intervalMs, step })
}
