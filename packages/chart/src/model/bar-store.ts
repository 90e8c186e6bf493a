import type { Analysis, Bars, AnalysisUpdate, BarsUpdate } from '@flowprint/orderflow'
import { BAR_OPEN, BarArena } from '@flowprint/orderflow'
import { AnalysisArena } from './analysis-arena.ts'

/** Sequence number of the first bar after a reset: far from 0, so that older pages can be numbered downwards. */
const FIRST_SEQUENCE = 1_000_000
/** Offset that a renumbering adds to all numbers. */
const RENUMBER = 10_000_000

type AnalysisPart = AnalysisUpdate

/**
 * The loaded bars and their analysis, in columns. A bar's sequence number never changes while it is loaded: an older
 * page gets smaller numbers, a new bar gets the next one.
 */
export class BarStore {
  #bars = new BarArena(60_000, 1)
  #analysis = new AnalysisArena()
  #barsView: Bars | null = null
  #analysisView: Analysis | null = null
  firstSequence = FIRST_SEQUENCE
  /** Reference sequence number, stable while bars are added and removed: columns are counted from it. */
  base = FIRST_SEQUENCE

  get length(): number {
    return this.#bars.length
  }

  bars(): Bars {
    this.#barsView ??= this.#bars.view()
    return this.#barsView
  }

  analysis(): Analysis {
    this.#analysisView ??= this.#analysis.view()
    return this.#analysisView
  }

  set(bars: Bars, analysis: Analysis): void {
    assertFits(bars, analysis)
    this.#bars = new BarArena(bars.cycleMs, bars.step, bars.length, bars.row.length)
    this.#analysis = new AnalysisArena()
    this.#bars.append(bars)
    this.#analysis.append(analysis)
    this.#analysis.efforts = analysis.efforts
    this.#analysis.stacks = analysis.stacks
    this.#analysis.zones = analysis.zones
    this.#analysis.signals = analysis.signals
    this.firstSequence = FIRST_SEQUENCE
    this.base = FIRST_SEQUENCE
    this.#changed()
  }

  /**
   * Replaces the tail from `from` on.
   *
   * Throws  RangeError when `from` is beyond the end, the step differs, or the new bars do not follow the remaining
   *         ones.
   */
  splice({ from, bars, analysis }: BarsUpdate): void {
    assertFits(bars, analysis)
    if (!(from >= 0 && from <= this.#bars.length)) {
      throw new RangeError(`Condition failed: from is in 0..${this.#bars.length}, had ${from}`)
    }
    if (from > 0 && bars.length > 0 && bars.t[0] <= this.#bars.columns.t[from - 1]) {
      throw new RangeError(`Condition failed: bars after ${this.#bars.columns.t[from - 1]}, had ${bars.t[0]}`)
    }
    const since = from < this.#bars.length ? this.#bars.columns.t[from] : Infinity
    this.#bars.truncate(from)
    this.#analysis.truncate(from, this.#bars.cellCount)
    this.#bars.append(bars)
    this.#analysis.append(analysis)
    const oldest = Math.min(since, bars.length > 0 ? bars.t[0] : Infinity)
    this.#analysis.efforts = keptBefore(this.#analysis.efforts, oldest, analysis.efforts)
    this.#analysis.stacks = keptBefore(this.#analysis.stacks, oldest, analysis.stacks)
    if (analysis.zones !== null) this.#analysis.zones = analysis.zones
    if (analysis.signals !== null) this.#analysis.signals = analysis.signals
    this.#changed()
  }

  /** Inserts older bars before the first; sequence numbers of the loaded bars do not change. */
  prepend(bars: Bars, analysis: AnalysisPart): void {
    assertFits(bars, analysis)
    if (bars.length === 0) return
    if (this.#bars.length > 0 && bars.t[bars.length - 1] >= this.#bars.columns.t[0]) {
      throw new RangeError(`Condition failed: bars before ${this.#bars.columns.t[0]}, had ${bars.t[bars.length - 1]}`)
    }
    const loaded = this.bars()
    const known = this.analysis()
    const arena = new BarArena(
      loaded.cycleMs,
      loaded.step,
      loaded.length + bars.length,
      loaded.row.length + bars.row.length,
    )
    arena.append(bars)
    arena.append(loaded)
    const columns = new AnalysisArena()
    columns.append(analysis)
    columns.append(known)
    columns.efforts = [...analysis.efforts, ...known.efforts]
    columns.stacks = [...analysis.stacks, ...known.stacks]
    columns.zones = analysis.zones ?? known.zones
    columns.signals = analysis.signals ?? known.signals
    this.#bars = arena
    this.#analysis = columns
    this.firstSequence -= bars.length
    this.#changed()
  }

  /** Renumbers every bar, so that an axis that caches by number drops its cache (labels of another time zone). */
  renumber(): void {
    const by = this.base < RENUMBER ? RENUMBER : -RENUMBER
    this.base += by
    this.firstSequence += by
  }

  /** Index of the first bar of the open tail; `length` when the newest bar is closed. */
  openFrom(): number {
    let index = this.#bars.length
    while (index > 0 && this.#bars.columns.state[index - 1] === BAR_OPEN) index -= 1
    return index
  }

  /** Start of the bar with that number; numbers beyond the loaded bars continue in steps of the cycle. */
  timeOf(sequence: number): number {
    const { length, t } = this.bars()
    if (length === 0) return 0
    const index = sequence - this.firstSequence
    const nearest = Math.min(length - 1, Math.max(0, index))
    return t[nearest] + (index - nearest) * spanOf(this.bars())
  }

  #changed(): void {
    this.#barsView = null
    this.#analysisView = null
  }
}

/** Duration of a bar: the cycle, or the mean where bars have no fixed length. */
function spanOf({ length, t, cycleMs }: Bars): number {
  if (cycleMs > 0) return cycleMs
  return length > 1 ? Math.max(1, (t[length - 1] - t[0]) / (length - 1)) : 60_000
}

function keptBefore<T extends { readonly t: number }>(
  kept: readonly T[],
  since: number,
  added: readonly T[],
): readonly T[] {
  let end = kept.length
  while (end > 0 && kept[end - 1].t >= since) end -= 1
  if (end === kept.length && added.length === 0) return kept
  return [...kept.slice(0, end), ...added]
}

function assertFits(bars: Bars, analysis: AnalysisPart): void {
  if (analysis.length !== bars.length || analysis.cellFlags.length !== bars.row.length) {
    throw new RangeError(
      `Condition failed: an analysis of ${bars.length} bars and ${bars.row.length} cells, ` +
        `had ${analysis.length} and ${analysis.cellFlags.length}`,
    )
  }
}
