import { OrderflowError } from '../errors.ts'
import { SECOND_MS } from '../time.ts'
import { unitRatio } from '../units/decimals.ts'
import type { UnixMs } from '../units/units.ts'
import { Book } from './book.ts'
import { ASK, BID, COLUMN_CONNECTION, COLUMN_MISSING, COLUMN_PROVEN, COLUMN_SAMPLED } from './depth.ts'
import type { BookChanges, BookProof, BookSide, BookSnapshot, DepthColumns, DepthFrame, KnownWindow } from './depth.ts'
import { DepthColumnsWriter, intersectRows, MISSING_HEAD, NO_ROWS, rowsWithin } from './depth-columns.ts'
import { SortedLevels } from './sorted-levels.ts'

export interface FoldOptions {
  /** Range of the columns, whole seconds: [fromMs, toMs). */
  readonly fromMs: UnixMs
  readonly toMs: UnixMs
  /** Row height, ticks. */
  readonly step: number
  /**
   * The book that the frames continue, known since `fromMs` or before. It is advanced: afterwards it is the book of the
   * last frame, or as of `toMs` when the frames go further. Changes it already contains may occur again.
   */
  readonly book?: Book
  /** Unit of `book`; that of the first frame by default. */
  readonly qtyUnit?: string
}

const STATES: Record<BookProof, number> = {
  proven: COLUMN_PROVEN,
  connection: COLUMN_CONNECTION,
  sampled: COLUMN_SAMPLED,
}

/**
 * Columns of one second each from the frames of the depth log.
 *
 * Input   frames: consecutive, oldest first; those before `fromMs` lead to the book at `fromMs`. Without `book` nothing is
 *         known before the first `start` or `keyframe`; a keyframe within a run only changes the unit.
 * Output  column i covers [S, E), S = fromMs + 1,000 i, E = S + 1,000. It describes the run that covers E: one that
 *         started before E and is known until E or later. Without one it is missing. `lots` counts the changes with t < E;
 *         `up` those of that run with S <= t < E. Rows are known when the run covers S too and every window in force
 *         from S to E contains them: that of the last frame with until <= S, and of each frame after it up to the first
 *         with until >= E. The state is the weakest proof of the same frames. Quantities are in the unit of the last frame.
 * Ties    a change at E belongs to the next column. A run that starts at S covers S.
 * Cost    per change a book change and a row change (sorted-levels.ts), per second one pass over the rows that hold
 *         quantity; every level once at the start of a run.
 * Throws  RangeError for a range or step out of bounds; OrderflowError CORRUPT when a unit is not finer than the one
 *         before, QUANTITY_RANGE when the quantity of a row exceeds 2^53 - 1.
 * Source  docs/data/book.md, section "Columns".
 */
export function foldColumns(frames: Iterable<DepthFrame>, options: FoldOptions): DepthColumns {
  const { fromMs, toMs, step } = options
  if (!(Number.isSafeInteger(fromMs) && Number.isSafeInteger(toMs) && fromMs <= toMs)) {
    throw new RangeError(`Condition failed: fromMs <= toMs, had ${fromMs} and ${toMs}`)
  }
  if (fromMs % SECOND_MS !== 0 || toMs % SECOND_MS !== 0) {
    throw new RangeError(`Condition failed: columns begin at whole seconds, had ${fromMs} to ${toMs}`)
  }
  if (!(Number.isSafeInteger(step) && step >= 1)) {
    throw new RangeError(`Condition failed: a step is a whole number >= 1, had ${step}`)
  }
  const fold = new ColumnFold(options)
  for (const frame of frames) {
    if (fold.isComplete) break
    fold.add(frame)
  }
  return fold.build()
}

/** Rows of one side: what they hold, and the increases of those that changed in the open second. */
class RowTotals {
  readonly totals = new SortedLevels()
  readonly touched = new Map<number, number>()

  clear(): void {
    this.totals.clear()
    this.touched.clear()
  }

  /** Changes what a row holds. */
  add(row: number, change: number, isCounted: boolean): void {
    const before = this.totals.get(row)
    const after = before + change
    if (after > Number.MAX_SAFE_INTEGER) {
      throw new OrderflowError('QUANTITY_RANGE', `a sum beyond 2^53 - 1 in row ${row}`)
    }
    this.totals.set(row, after)
    if (isCounted) this.touched.set(row, (this.touched.get(row) ?? 0) + Math.max(change, 0))
  }

  scale(factor: number): void {
    if (this.totals.maxLots() * factor > Number.MAX_SAFE_INTEGER) {
      throw new OrderflowError('QUANTITY_RANGE', 'a quantity exceeds 2^53 - 1 in the finer unit')
    }
    this.totals.scale(factor)
    for (const [row, up] of this.touched) this.touched.set(row, up * factor)
  }

  /** Writes the cells of the open second and begins the next one. */
  write(writer: DepthColumnsWriter, side: BookSide): void {
    const changed = Float64Array.from(this.touched.keys()).toSorted()
    let next = 0
    const writeEmpty = (before: number): void => {
      for (; next < changed.length && changed[next] < before; next++) {
        writer.cell(side, changed[next], 0, this.touched.get(changed[next]) ?? 0, 0, 0, 0)
      }
    }
    this.totals.visit(-Infinity, Infinity, (row, lots) => {
      writeEmpty(row)
      const isChanged = changed[next] === row
      writer.cell(side, row, lots, isChanged ? (this.touched.get(row) ?? 0) : 0, lots, lots, lots)
      if (isChanged) next++
    })
    writeEmpty(Infinity)
    this.touched.clear()
  }
}

class ColumnFold {
  readonly #fromMs: UnixMs
  readonly #toMs: UnixMs
  readonly #step: number
  readonly #length: number
  readonly #book: Book
  readonly #sides = [new RowTotals(), new RowTotals()] as const
  readonly #writer: DepthColumnsWriter
  #unit: string | null
  #isRunning: boolean
  /** Since when the run's book is known. */
  #runFrom: UnixMs = -Infinity
  /** Rows and proof of the last frame, and of all frames of the open second. */
  #frameRows: KnownWindow = NO_ROWS
  #frameState = COLUMN_MISSING
  #rows: KnownWindow = NO_ROWS
  #state = COLUMN_MISSING

  constructor({ fromMs, toMs, step, book, qtyUnit }: FoldOptions) {
    this.#fromMs = fromMs
    this.#toMs = toMs
    this.#step = step
    this.#length = (toMs - fromMs) / SECOND_MS
    this.#writer = new DepthColumnsWriter(SECOND_MS, step, fromMs, this.#length)
    this.#book = book ?? new Book()
    this.#unit = qtyUnit ?? null
    this.#isRunning = book !== undefined
    if (book === undefined) return
    this.#sumLevels()
    this.#frameRows = rowsWithin(book.window, step)
    this.#rows = this.#frameRows
    this.#state = COLUMN_PROVEN
  }

  get isComplete(): boolean {
    return this.#writer.length === this.#length
  }

  add(frame: DepthFrame): void {
    this.#convert(frame)
    if (frame.kind === 'start' || (frame.kind === 'keyframe' && !this.#isRunning)) this.#startRun(frame)
    if (!this.#isRunning) return
    this.#useFrame(frame)
    if (frame.changes !== null) this.#apply(frame.changes)
    this.#book.setWindow(frame.window)
    this.#advance(frame.until)
    if (frame.kind === 'end') this.#endRun()
  }

  build(): DepthColumns {
    this.#writeMissing(this.#toMs)
    return this.#writer.build()
  }

  /** Start of the open second. */
  get #openFrom(): UnixMs {
    return this.#fromMs + this.#writer.length * SECOND_MS
  }

  #convert({ qtyUnit, kind }: DepthFrame): void {
    if (this.#unit === qtyUnit) return
    if (this.#unit !== null) {
      const ratio = unitRatio(this.#unit, qtyUnit)
      if (ratio === null || kind === 'changes') {
        throw new OrderflowError(
          'CORRUPT',
          `The unit ${this.#unit} cannot become ${qtyUnit} in a frame of kind ${kind}`,
        )
      }
      const factor = Number(ratio)
      for (const side of this.#sides) side.scale(factor)
      this.#writer.scale(factor)
      if (this.#isRunning) this.#book.rescale(factor)
    }
    this.#unit = qtyUnit
  }

  #startRun({ snapshot }: DepthFrame): void {
    if (snapshot === null) throw new OrderflowError('CORRUPT', 'A run starts with a snapshot')
    this.#writeMissing(snapshot.t)
    this.#load(snapshot)
    this.#isRunning = true
    this.#runFrom = snapshot.t
    this.#rows = snapshot.t <= this.#openFrom ? { low: -Infinity, high: Infinity } : NO_ROWS
    this.#state = COLUMN_PROVEN
  }

  #load(snapshot: BookSnapshot): void {
    this.#book.load(snapshot)
    this.#sumLevels()
  }

  #sumLevels(): void {
    for (const side of [BID, ASK] as const) {
      const rows = this.#sides[side]
      rows.clear()
      this.#book.visit(side, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, (tick, lots) => {
        rows.add(Math.floor(tick / this.#step), lots, false)
      })
    }
  }

  /** Takes over window and proof of a frame; those of frames that end before the open second no longer count. */
  #useFrame({ window, proof, until }: DepthFrame): void {
    this.#frameRows = rowsWithin(window, this.#step)
    this.#frameState = STATES[proof]
    if (until <= this.#openFrom && this.#runFrom <= this.#openFrom) {
      this.#rows = this.#frameRows
      this.#state = this.#frameState
    } else {
      this.#rows = intersectRows(this.#rows, this.#frameRows)
      this.#state = Math.min(this.#state, this.#frameState)
    }
  }

  #apply({ events, t, end, side, ticks, lots }: BookChanges): void {
    for (let i = 0, k = 0; i < events && t[i] < this.#toMs; i++) {
      this.#advance(t[i])
      const isCounted = t[i] >= this.#fromMs
      for (; k < end[i]; k++) {
        const own = side[k] as BookSide
        const change = lots[k] - this.#book.set(own, ticks[k], lots[k])
        if (change !== 0) this.#sides[own].add(Math.floor(ticks[k] / this.#step), change, isCounted)
      }
    }
  }

  /** Writes the seconds that the run covers until t. */
  #advance(t: UnixMs): void {
    while (!this.isComplete && this.#openFrom + SECOND_MS <= t) {
      for (const side of [BID, ASK] as const) this.#sides[side].write(this.#writer, side)
      this.#writer.column({
        state: this.#state,
        seconds: 1,
        rows: this.#rows,
        bestBid: this.#book.bestBid(),
        bestAsk: this.#book.bestAsk(),
      })
      this.#rows = this.#frameRows
      this.#state = this.#frameState
    }
  }

  #endRun(): void {
    this.#isRunning = false
    this.#book.clear()
    for (const side of this.#sides) side.clear()
  }

  /** Writes the seconds that end at t or before and that no run covers. */
  #writeMissing(t: UnixMs): void {
    while (!this.isComplete && this.#openFrom + SECOND_MS <= t) this.#writer.column(MISSING_HEAD)
  }
}
