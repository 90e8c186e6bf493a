import type { Trades } from '../trades/trades.ts'
import { sliceTrades } from '../trades/trade-columns.ts'
import { appendTradeBar } from './aggregate-trades.ts'
import { appendPieces } from './append-pieces.ts'
import { BarArena } from './bar-arena.ts'
import { concatBars, sliceBars } from './bar-columns.ts'
import { BAR_COMPLETE } from './bars.ts'
import type { Bars } from './bars.ts'
import { CellScratch } from './cell-scratch.ts'
import { regroupBars } from './regroup-bars.ts'
import { cutSequence, dayEndOf, filledOf } from './sequence-cuts.ts'
import type { SequenceRule } from './sequence-rule.ts'

/** Bars that fills or volume end, and what their columns do not say. */
export interface SequenceRun {
  /** `cycleMs` 0: they have no length in time. */
  readonly bars: Bars
  /** ts of the last trade of each bar. */
  readonly lastTs: Float64Array
}

/**
 * When a bar is over, ms: behind its last trade once it is full, else at the 00:00 UTC that ends it. From then on, and
 * LATE_MS for late trades, nothing can be added to it.
 */
export function sequenceEnd({ bars, lastTs }: SequenceRun, i: number, rule: SequenceRule): number {
  return filledOf(bars, i, rule) >= rule.size ? lastTs[i] + 1 : dayEndOf(bars.t[i])
}

/**
 * Bars of fills or volume over a run of trades, going on from the bars before them.
 *
 * Input   trades in canonical order, behind those of `before`; `before` at this step, null where a day begins.
 * Output  `before` with its last bar grown and the new bars behind it. The same bars come of any cut of a day's trades
 *         into runs, but for rawPoc: above step 1 a bar of two runs has none (NO_ROW).
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

/** Memory for folds that follow each other: `done` of a fold is valid until the next one. After an exception it is not used again. */
export class FoldMemory {
  readonly scratch = new CellScratch()
  #arena: BarArena | null = null

  arena(step: number): BarArena {
    this.#arena ??= new BarArena(0, step)
    this.#arena.reset(0, step)
    return this.#arena
  }
}

/** A piece of a day, and what the next piece needs to go on. */
export interface FoldedPiece {
  /** The bars that are over, at the wanted step. */
  readonly done: SequenceRun
  /** The bar that goes on, of native ticks whatever the step; null when the last one is full. */
  readonly open: SequenceRun | null
}

/**
 * The same for a history that is read piece by piece: every column is exact at every step, however a day is cut.
 *
 * Input   trades of one UTC day, behind those of `open`, whose last millisecond the next piece does not share.
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

/** Runs of one step, one after the other. At least one. */
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

  /** A scratch is empty between two bars: arenas may share it. */
  constructor(step: number, trades: Trades, scratch: CellScratch, arena = new BarArena(0, step)) {
    this.#scratch = scratch
    this.#arena = arena
    this.#trades = trades
  }

  /** Bars [from, to) as they are. */
  take({ bars, lastTs }: SequenceRun, from: number, to: number): void {
    this.#arena.append(bars, from, to)
    for (let i = from; i < to; i++) this.#lastTs.push(lastTs[i])
  }

  /** A bar of trades [from, to). */
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

  /** The one bar of a run with the first trades added to it. */
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
