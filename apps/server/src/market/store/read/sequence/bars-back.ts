import { DAY_MS, concatRuns, emptyBars, lowerBoundT, regroupBars, sliceRun } from '@flowprint/orderflow'
import type { SequenceRule, SequenceRun } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import type { HistoryView } from '../history-view.ts'
import type { ReadBudget } from '../read-limits.ts'
import type { Instrument } from '../../types.ts'
import { joinSums, NOTHING, sumsOf } from '../sums.ts'
import type { Sums } from '../sums.ts'
import type { StoreContext } from '../../store-context.ts'
import { floorTo } from '../../tiers.ts'
import { barsOfPiece, foldDay } from './day-pieces.ts'
import type { DayPieces } from './day-pieces.ts'
import type { Piece } from './piece-cache.ts'

/** Trades folded per answer before it stops at the start of a day and leaves the rest to the next page. */
const MAX_TRADES = 12_000_000

export interface SequenceTarget {
  readonly rule: SequenceRule
  /** Row height in ticks. */
  readonly step: number
  /** Fold native rows and keep the values that only they provide. */
  readonly native: boolean
  /** Exclude bars that begin at or after this time. */
  readonly end: number
  readonly budget: ReadBudget | undefined
}

/** The newest `wanted` bars that begin at or after `from`, and up to `leadIn` bars before them. */
export interface Wish {
  readonly from: number | null
  readonly wanted: number
  readonly leadIn: number
}

/**
 * Closed bars back from the end: at least one more than requested, including all of their millisecond, or all there
 * are.
 */
export interface PastBars {
  readonly run: SequenceRun
  /** Where reading had to stop before enough bars were found; null when it did not, or at the beginning of the tape. */
  readonly stop: number | null
}

/** Walks backwards through the days of a tape, in one reader's snapshot. */
export class BarsBack {
  readonly #context: StoreContext
  readonly #client: PoolClient
  readonly #instrument: Instrument
  readonly #view: HistoryView
  readonly #target: SequenceTarget
  readonly #days = new Map<number, DayPieces>()

  constructor(
    context: StoreContext,
    client: PoolClient,
    instrument: Instrument,
    view: HistoryView,
    target: SequenceTarget,
  ) {
    this.#context = context
    this.#client = client
    this.#instrument = instrument
    this.#view = view
    this.#target = target
  }

  /**
   * The bar still open after the closed minutes, in native ticks; null when there is none, or it begins at or after the
   * end.
   */
  async readOpen(): Promise<SequenceRun | null> {
    const { closedUntil } = this.#view
    const { end } = this.#target
    const dayTs = floorTo(closedUntil, DAY_MS)
    if (closedUntil === Infinity || dayTs === closedUntil || dayTs >= end) return null
    const { open } = await this.#day(dayTs)
    return open !== null && open.bars.t[0] < end ? open : null
  }

  async read({ from, wanted, leadIn }: Wish, onProgress: (runs: readonly SequenceRun[]) => void): Promise<PastBars> {
    const runs: SequenceRun[] = []
    let count = 0
    let before = 0
    let trades = 0
    const timeAt = (index: number): number => {
      let rest = index
      const run = runs.find(({ bars }) => (rest < bars.length ? true : ((rest -= bars.length), false))) as SequenceRun
      return Math.floor(run.bars.t[rest])
    }
    const isEnough = (): boolean => {
      const first = Math.max(before, count - wanted) - leadIn
      return first >= 1 && (first >= count || timeAt(0) < timeAt(first))
    }
    const found = (stop: number | null): PastBars => ({
      run: runs.length === 0 ? this.#none() : concatRuns(runs),
      stop,
    })
    let end = Math.min(this.#target.end, this.#view.closedUntil)
    for (;;) {
      const dayTs = await this.#dayBefore(end)
      if (dayTs === null) return found(null)
      const day = await this.#day(dayTs)
      trades += day.read
      for (const run of this.#runsBack(day)) {
        this.#target.budget?.spend(run.bars.row.length)
        runs.unshift(run)
        count += run.bars.length
        if (from !== null) before += lowerBoundT(run.bars, from)
        onProgress(runs)
        if (isEnough()) return found(null)
      }
      if (trades > MAX_TRADES && count > 0) return found(dayTs)
      end = dayTs
    }
  }

  /** Number within its day, from 1, of the bar that begins at t. */
  async numberOf(t: number): Promise<number> {
    const { pieces } = await this.#day(floorTo(t, DAY_MS))
    let number = 1
    for (const piece of pieces) {
      if (piece.lastT < t) number += piece.bars
      else if (piece.firstT < t) number += lowerBoundT((barsOfPiece(piece) as SequenceRun).bars, t)
    }
    return number
  }

  /** Sums of the bars of a day that begin in [from, before). */
  async sums(dayTs: number, from: number, before: number): Promise<Sums> {
    const day = await this.#day(dayTs)
    let sums = NOTHING
    for (const piece of day.pieces) {
      if (piece.firstT >= from && piece.lastT < before) sums = joinSums(sums, piece.sums)
      else if (piece.firstT < before && piece.lastT >= from)
        sums = joinSums(sums, sumOf(barsOfPiece(piece) as SequenceRun, from, before))
    }
    return day.open === null ? sums : joinSums(sums, sumOf(day.open, from, before))
  }

  async #day(dayTs: number): Promise<DayPieces> {
    const known = this.#days.get(dayTs)
    if (known !== undefined) return known
    const { rule, step, native, end, budget } = this.#target
    const day = await foldDay(this.#context, this.#client, this.#instrument, this.#view, dayTs, {
      rule,
      step: native ? 1 : step,
      end,
      budget,
    })
    this.#days.set(dayTs, day)
    return day
  }

  /** Yields the bars of a day, newest first, one piece at a time. */
  *#runsBack({ dayTs, pieces, open }: DayPieces): Generator<SequenceRun> {
    const isOver = dayTs + DAY_MS <= this.#view.closedUntil
    if (isOver && open !== null && open.bars.t[0] < this.#target.end) yield this.#shown(open)
    for (const piece of pieces.toReversed()) {
      const run = this.#piece(piece)
      if (run !== null && run.bars.length > 0) yield this.#shown(run)
    }
  }

  #piece(piece: Piece): SequenceRun | null {
    const { end } = this.#target
    if (piece.firstT >= end) return null
    const run = barsOfPiece(piece)
    return run === null || piece.lastT < end ? run : sliceRun(run, 0, lowerBoundT(run.bars, end))
  }

  #shown({ bars, lastTs }: SequenceRun): SequenceRun {
    const { step, native } = this.#target
    return { bars: regroupBars(bars, step, native), lastTs }
  }

  #none(): SequenceRun {
    return { bars: emptyBars(0, this.#target.step), lastTs: new Float64Array(0) }
  }

  /** The newest day with trades before a time. */
  async #dayBefore(end: number): Promise<number | null> {
    const { rows } = await this.#client.query<{ hour_ts: number | null }>({
      name: 'hour_before',
      text: 'select max(hour_ts) as hour_ts from tape_chunk where instrument_id = $1 and hour_ts < $2',
      values: [this.#instrument.id, Math.min(end, Number.MAX_SAFE_INTEGER)],
    })
    return rows[0].hour_ts === null ? null : floorTo(rows[0].hour_ts, DAY_MS)
  }
}

function sumOf({ bars }: SequenceRun, from: number, before: number): Sums {
  return sumsOf(bars, lowerBoundT(bars, from), lowerBoundT(bars, before))
}
