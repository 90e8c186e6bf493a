import { concatTrades, emptyTrades } from '../trades/trade-columns.ts'
import type { Trades } from '../trades/trades.ts'
import { countSweeps, digestSweeps } from './sweep-digest.ts'
import type { SweepCounts, SweepDigest } from './sweep-digest.ts'
import { readSweep } from './sweeps.ts'
import type { Sweep } from './sweeps.ts'

/**
 * Digests of neighbouring runs joined to the sweeps of the whole: the same however the trades were cut into runs.
 *
 * Runs are added oldest first, without a gap between them. What surely ended comes out at once; the rest waits in `open`.
 */
export class SweepChain {
  #open: Trades | null

  /** `open`: the trades of a sweep that began before and may go on, empty at the beginning of a tape; null = unknown. */
  constructor(open: Trades | null) {
    this.#open = open
  }

  /** False until the first place where a sweep must begin: nothing before it can be told. */
  get isSure(): boolean {
    return this.#open !== null
  }

  /** Trades of the sweep that may go on; less than a full one. */
  get open(): Trades {
    return this.#open ?? emptyTrades()
  }

  /** Adds the next run; what ended, in canonical order, in parts. */
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

  /** The open sweep has ended: nothing comes after it, or not soon enough. */
  end(): SweepCounts[] {
    const last = this.unfinished()
    if (last === null) return []
    this.#open = emptyTrades()
    return [countSweeps([last], true)]
  }

  /** The open sweep as it is now; null without one. */
  unfinished(): Sweep | null {
    return this.open.length === 0 ? null : readSweep(this.open, 0, this.open.length)
  }
}
