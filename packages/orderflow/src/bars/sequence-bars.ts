import type { Trades } from '../trades/trades.ts'
import { sliceTrades } from '../trades/trade-columns.ts'
import { appendTradeBar } from './aggregate-trades.ts'
import { appendPieces } from './append-pieces.ts'
import { BarArena, concatBars } from './bar-arena.ts'
import { sliceBars } from './bar-columns.ts'
import { BAR_COMPLETE } from './bars.ts'
import type { Bars } from './bars.ts'
import { CellScratch } from './cell-scratch.ts'
import { regroupBars } from './regroup-bars.ts'
import { cutSequence, dayEndOf, filledOf } from './sequence-cuts.ts'
import type { SequenceRule } from './sequence-rule.ts'

/** Bars of fills or volume, with data that is not in their columns. */
export interface SequenceRun {
  /** `cycleMs` is 0: the bars have no fixed duration. */
  readonly bars: Bars
  /** ts of the last trade of each bar. */
  readonly lastTs: Float64Array
}

/**
 * When a bar ends, ms: after its last trade if it is full, otherwise at the next 00:00 UTC. After that time plus
 * LATE_MS (for late trades) it can no longer change.
 */
export function sequenceEnd({ bars, lastTs }: SequenceRun, i: number, rule: SequenceRule): number {
  return filledOf(bars, i, rule) >= rule.size ? lastTs[i] + 1 : dayEndOf(bars.t[i])
}

/**
 * Aggregates trades into bars of fills or volume, continuing from the bars before them.
 *
 * Input   trades in canonical order, after those of `before`; `before` at this step, null at the start of a day.
 * Output  `before` with its last bar extended, followed by the new bars. The result does not depend on how a day's
 *         trades are cut into runs, except for rawPoc: above step 1 a bar made from two runs has none (NO_ROW).
 * Cost    as `aggregateTrades`, and a copy of `before`.
 * Throws  as `aggregateTrades`.
 * Source  docs/formulas/tick-and-volume-bars.md.
 */
export function continueSequence(
  before: SequenceRun | null,
  trades: Trades,
  rule: SequenceRule,
  step: number,
): SequenceRun {
  const last = before === null ? -1 : before.bars.length - 1
  const cuts = cutSequence(trades, rule, lastOf(before, rule))
  const out = new SequenceArena(step, trades, new CellScratch())
  const first = cuts.continues ? 1 : 0
  if (before !== null) out.take(before, 0, last + 1 - first)
  if (cuts.continues && before !== null) out.grow(sliceRun(before, last), cuts.ends[0])
  for (let k = first; k < cuts.ends.length; k++) out.begin(cuts.starts[k], k === 0 ? 0 : cuts.ends[k - 1], cuts.ends[k])
  return out.run()
}

/**
 * Reusable memory for consecutive folds: the result of a fold is valid until the next one. Not reusable after an
 * exception.
 */
export class FoldMemory {
  readonly scratch = new CellScratch()
  #arena: BarArena | null = null

  arena(step: number): BarArena {
    this.#arena ??= new BarArena(0, step)
    this.#arena.reset(0, step)
    return this.#arena
  }
}

/** Result for one piece of a day, with the state needed for the next piece. */
export interface FoldedPiece {
  /** Finished bars at the requested step. */
  readonly done: SequenceRun
  /** The unfinished bar, always in native ticks; null when the last one is full. */
  readonly open: SequenceRun | null
}

/**
 * Like `sequenceBars`, for a history read in pieces: every column is exact at every step, however a day is cut.
 *
 * Input   trades of one UTC day, after those of `open`; the next piece must not share their last millisecond.
 */
export function foldSequence(
  open: SequenceRun | null,
  trades: Trades,
  rule: SequenceRule,
  step: number,
  memory: FoldMemory = new FoldMemory(),
): FoldedPiece {
  const cuts = cutSequence(trades, rule, lastOf(open, rule))
  const count = cuts.ends.length
  const { scratch } = memory
  const done = new SequenceArena(step, trades, scratch, memory.arena(step))
  if (count === 0) return { done: done.run(), open }
  let rest: SequenceRun | null = null
  for (let k = 0; k < count; k++) {
    const from = k === 0 ? 0 : cuts.ends[k - 1]
    const stays = k === count - 1 && cuts.isOpen
    const crosses = k === 0 && cuts.continues && open !== null
    if (!stays && !crosses) {
      done.begin(cuts.starts[k], from, cuts.ends[k])
      continue
    }
    const native = new SequenceArena(1, trades, scratch)
    if (crosses) native.grow(open, cuts.ends[k])
    else native.begin(cuts.starts[k], from, cuts.ends[k])
    const run = native.run()
    if (stays) rest = run
    else done.take({ ...run, bars: regroupBars(run.bars, step) }, 0, 1)
  }
  return { done: done.run(), open: rest }
}

/** Concatenates runs of one step. At least one. */
export function concatRuns(runs: readonly SequenceRun[]): SequenceRun {
  const lastTs = new Float64Array(runs.reduce((sum, run) => sum + run.lastTs.length, 0))
  let at = 0
  for (const run of runs) {
    lastTs.set(run.lastTs, at)
    at += run.lastTs.length
  }
  return { bars: concatBars(runs.map((run) => run.bars)), lastTs }
}

export function sliceRun({ bars, lastTs }: SequenceRun, from: number, to: number = bars.length): SequenceRun {
  return { bars: sliceBars(bars, from, to), lastTs: lastTs.slice(from, to) }
}

function lastOf(run: SequenceRun | null, rule: SequenceRule): { t: number; filled: number } | null {
  if (run === null || run.bars.length === 0) return null
  const i = run.bars.length - 1
  return { t: run.bars.t[i], filled: filledOf(run.bars, i, rule) }
}

/** Bars under construction from one run of trades. */
class SequenceArena {
  readonly #arena: BarArena
  readonly #scratch: CellScratch
  readonly #trades: Trades
  readonly #lastTs: number[] = []

  /** Shared by both arenas: the scratch is empty between two bars. */
  constructor(step: number, trades: Trades, scratch: CellScratch, arena = new BarArena(0, step)) {
    this.#scratch = scratch
    this.#arena = arena
    this.#trades = trades
  }

  /** Appends bars [from, to) unchanged. */
  take({ bars, lastTs }: SequenceRun, from: number, to: number): void {
    this.#arena.append(bars, from, to)
    for (let i = from; i < to; i++) this.#lastTs.push(lastTs[i])
  }

  /** Appends a bar made from trades [from, to). */
  begin(t: number, from: number, to: number): void {
    const work = { from: 0, to: this.#trades.length }
    appendTradeBar(
      this.#arena,
      this.#scratch,
      this.#trades,
      { first: from, to, t, endMs: Infinity },
      BAR_COMPLETE,
      work,
    )
    this.#lastTs.push(this.#trades.ts[to - 1])
  }

  /** Appends the single bar of a run, extended by the first trades. */
  grow({ bars }: SequenceRun, to: number): void {
    const piece = new SequenceArena(bars.step, sliceTrades(this.#trades, 0, to), this.#scratch)
    piece.begin(bars.t[0], 0, to)
    appendPieces(this.#arena, this.#scratch, concatBars([bars, piece.run().bars]), 0, 2)
    this.#lastTs.push(this.#trades.ts[to - 1])
  }

  run(): SequenceRun {
    return { bars: this.#arena.view(), lastTs: Float64Array.from(this.#lastTs) }
  }
}
