import { concatTrades, emptyTrades } from '../trades/trade-columns.ts'
import type { Trades } from '../trades/trades.ts'
import { countSweeps, digestSweeps } from './sweep-digest.ts'
import type { SweepCounts, SweepDigest } from './sweep-digest.ts'
import { readSweep } from './sweeps.ts'
import type { Sweep } from './sweeps.ts'

/**
 * Joins digests of consecutive runs into the sweeps of the whole tape, independent of how the trades were cut into
 * runs.
 *
 * Runs are added oldest first, without gaps. Sweeps that certainly ended are returned at once; the rest is kept in
 * `open`.
 * `open`.
 */
export class SweepChain {
  #open: Trades | null

  /**
   * `open`: the trades of a sweep that began earlier and may continue, empty at the beginning of a tape; null =
   * unknown.
   */
  constructor(open: Trades | null) {
    this.#open = open
  }

  /** False until the first certain start of a sweep: earlier sweeps cannot be determined. */
  get isSure(): boolean {
    return this.#open !== null
  }

  /** Trades of the sweep that may continue; fewer than a full one. */
  get open(): Trades {
    return this.#open ?? emptyTrades()
  }

  /** Adds the next run; returns the sweeps that ended, in canonical order, in parts. */
  add(digest: SweepDigest): SweepCounts[] {
    const breaks = digest.tail.length > 0 || digest.minutes.length > 0
    const own = digest.minutes.length > 0 ? [digest] : []
    if (this.#open === null) {
      if (breaks) this.#open = digest.tail
      return own
    }
    const joined = digestSweeps(concatTrades([this.#open, digest.head]), { begins: true, keepAll: true })
    const ended: SweepCounts[] = joined.sweeps.length > 0 ? [joined] : []
    this.#open = breaks ? digest.tail : joined.tail
    if (breaks && joined.tail.length > 0) ended.push(countSweeps([readSweep(joined.tail, 0, joined.tail.length)], true))
    return [...ended, ...own]
  }

  /** Ends the open sweep: no trade follows it, or not soon enough. */
  end(): SweepCounts[] {
    const last = this.unfinished()
    if (last === null) return []
    this.#open = emptyTrades()
    return [countSweeps([last], true)]
  }

  /** The current state of the open sweep; null without one. */
  unfinished(): Sweep | null {
    return this.open.length === 0 ? null : readSweep(this.open, 0, this.open.length)
  }
}
