import {
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  type Bars,
  COLUMN_MISSING,
  composeColumns,
  type DepthColumns,
  lowerBoundT,
  TradedRows,
  type UnixMs,
  type Wall,
  WallTracker,
} from '@flowprint/orderflow'

/** Rows from the best price within which walls are born, and of which the median is taken. */
export const WALL_REACH = 100
/** Walls that are kept, the newest. */
const MAX_WALLS = 400

/** Walls of the loaded past, in order of birth. Rows and quantities are those of the columns. */
export interface WallList {
  readonly walls: readonly Wall[]
  /** Length of the intervals that were compared, ms, and until when. */
  readonly intervalMs: number
  readonly to: UnixMs
  /** Ticks per row. */
  readonly step: number
}

export const NO_WALLS: WallList = { walls: [], intervalMs: 0, to: 0, step: 1 }

interface WallInput {
  /** Ended intervals, ascending, without gaps between them. */
  readonly parts: readonly DepthColumns[]
  /** Bars of the same market; their rows are as high or finer. */
  readonly bars: Bars
  /** Times the median, a whole number. */
  readonly ratio: number
  /** `qtyUnit`s per lot. */
  readonly factor: number
}

/** Whole intervals of walls, ms. */
interface WallRange {
  readonly intervalMs: number
  readonly from: UnixMs
  readonly to: UnixMs
}

/**
 * Follows the walls of the heatmap's columns as they end. What was traded against a wall comes from the bars, so the
 * intervals are those of the bars, or of the columns where these are longer. Each interval is evaluated once; all of them are
 * evaluated again when bars changed that were evaluated already, or older ones were loaded.
 */
export class WallFollower {
  #tracker: WallTracker | null = null
  #key = ''
  #from: UnixMs = 0
  #list: WallList = NO_WALLS
  /** Of the evaluated bars. */
  #traded = 0

  get list(): WallList {
    return this.#list
  }

  reset(): void {
    this.#tracker = null
    this.#list = NO_WALLS
  }

  /** Evaluates the intervals that ended; true when the list changed. */
  follow({ parts, bars, ratio, factor }: WallInput): boolean {
    const before = this.#list
    const step = parts.at(0)?.step ?? 1
    const range = step % bars.step === 0 ? wallRange(parts, bars) : null
    if (range === null) {
      this.reset()
      return before !== NO_WALLS
    }
    const key = [range.intervalMs, step, factor, ratio].join()
    const continues =
      this.#tracker !== null &&
      key === this.#key &&
      range.from >= this.#from &&
      range.from <= before.to &&
      sumBars(bars, this.#from, before.to) === this.#traded
    if (!continues) {
      this.#key = key
      this.#from = range.from
      this.#tracker = new WallTracker({ ratio: String(ratio), distance: WALL_REACH * step })
      this.#list = { walls: [], intervalMs: range.intervalMs, to: range.from, step }
    }
    if (range.to > this.#list.to) this.#evaluate(parts, bars, factor, range.to)
    return this.#list !== before
  }

  #evaluate(parts: readonly DepthColumns[], bars: Bars, factor: number, to: UnixMs): void {
    const { intervalMs, step, to: from } = this.#list
    const tracker = this.#tracker
    if (tracker === null) return
    const within = parts.filter((part) => part.fromMs + part.length * part.intervalMs > from && part.fromMs < to)
    const composed = composeColumns(within, { intervalMs, fromMs: from, toMs: to, step })
    const traded = Array.from({ length: composed.length }, (_, i) =>
      tradedWithin(bars, from + i * intervalMs, intervalMs, step, factor),
    )
    const columns = withoutColumns(composed, (i) => traded[i] === null)
    const walls = [...this.#list.walls]
    for (let i = 0; i < columns.length; i++) {
      const events = tracker.update(columns, i, traded[i] ?? new TradedRows(step))
      for (const { event, wall } of events) if (event === 'born') walls.push(wall)
    }
    this.#traded = sumBars(bars, this.#from, to)
    this.#list = { walls: walls.slice(-MAX_WALLS), intervalMs, to, step }
  }
}

/**
 * The intervals of walls that are known as a whole: within the parts, from the first bar to the end of the last closed one.
 *
 * Output  null: bars have no fixed length, one that fits no number of columns, or there is none.
 */
function wallRange(parts: readonly DepthColumns[], { t, length, cycleMs, state }: Bars): WallRange | null {
  const first = parts.at(0)
  const last = parts.at(-1)
  let closed = length - 1
  while (closed >= 0 && state[closed] === BAR_OPEN) closed -= 1
  if (first === undefined || last === undefined || closed < 0 || !(cycleMs > 0)) return null
  const intervalMs = Math.max(cycleMs, first.intervalMs)
  // Long bars start at their own times, such as Mondays; long columns at multiples of their length.
  const phase = cycleMs >= first.intervalMs ? t[0] : 0
  if (intervalMs % cycleMs !== 0 || intervalMs % first.intervalMs !== 0 || phase % first.intervalMs !== 0) return null
  const from = phase + Math.ceil((Math.max(first.fromMs, t[0]) - phase) / intervalMs) * intervalMs
  const end = Math.min(last.fromMs + last.length * last.intervalMs, t[closed] + cycleMs)
  const to = phase + Math.floor((end - phase) / intervalMs) * intervalMs
  return to > from ? { intervalMs, from, to } : null
}

/** Volume of the bars of an interval by row; null: trades of it are missing. */
function tradedWithin(bars: Bars, from: UnixMs, intervalMs: number, step: number, factor: number): TradedRows | null {
  const rows = new TradedRows(step)
  for (let i = lowerBoundT(bars, from); i < bars.length && bars.t[i] < from + intervalMs; i++) {
    if (bars.state[i] === BAR_INCOMPLETE || bars.state[i] === BAR_REPAIRING) return null
    rows.addBar(bars, i, factor)
  }
  return rows
}

/** The columns with some of them missing. */
function withoutColumns(columns: DepthColumns, isMissing: (i: number) => boolean): DepthColumns {
  const [state, lowRow, highRow] = [columns.state.slice(), columns.lowRow.slice(), columns.highRow.slice()]
  for (let i = 0; i < columns.length; i++) {
    if (!isMissing(i)) continue
    state[i] = COLUMN_MISSING
    lowRow[i] = 0
    highRow[i] = -1
  }
  return { ...columns, state, lowRow, highRow }
}

/** Changes when bars of [from, to) are replaced by others; the nearest doubles are sufficient. */
function sumBars({ t, bid, ask, state, length }: Bars, from: UnixMs, to: UnixMs): number {
  let sum = 0
  for (let i = lowerBoundT({ t, length }, from); i < length && t[i] < to; i++) {
    sum += bid[i] - 3 * ask[i] + (state[i] === BAR_INCOMPLETE || state[i] === BAR_REPAIRING ? 1 / 2 : 0)
  }
  return sum
}
