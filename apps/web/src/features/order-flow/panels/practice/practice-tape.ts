import { compareCutoffs, concatTrades, type Cutoff, emptyTrades, lowerBoundTs, sliceTrades } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'

/** Runs of trades are joined up to this length, so that adding a few costs little. */
const RUN_TRADES = 32_768

/** The trades of a practice session from its start on: every position of the session is a number of them. */
export class PracticeTape {
  readonly start: Cutoff
  #until: Cutoff
  #runs: Trades[] = []
  /** Trades before each run. */
  #before: number[] = []
  #length = 0

  constructor(start: Cutoff) {
    this.start = start
    this.#until = start
  }

  /** All trades before this cutoff are here. */
  get until(): Cutoff {
    return this.#until
  }

  get length(): number {
    return this.#length
  }

  /** Adds the trades from the end of the tape up to a later cutoff. */
  append(trades: Trades, until: Cutoff): void {
    this.#until = until
    if (trades.length === 0) return
    const last = this.#runs.at(-1)
    if (last !== undefined && last.length + trades.length <= RUN_TRADES) {
      this.#runs[this.#runs.length - 1] = concatTrades([last, trades])
    } else {
      this.#runs.push(trades)
      this.#before.push(this.#length)
    }
    this.#length += trades.length
  }

  /** How many trades are before a cutoff from the start on; null: it is outside the tape. */
  countAt(cutoff: Cutoff): number | null {
    if (compareCutoffs(cutoff, this.start) < 0 || compareCutoffs(cutoff, this.#until) > 0) return null
    const { t, trades } = cutoff
    // The start is before the first trade of its millisecond, so the cutoff's trades of this millisecond are all here.
    return Math.min(this.#lowerBound(t) + trades, this.#lowerBound(t + 1))
  }

  /** The trades [from, to). */
  slice(from: number, to: number): Trades {
    const parts = this.#runs.flatMap((run, i) => {
      const start = Math.max(0, from - this.#before[i])
      const end = Math.min(run.length, to - this.#before[i])
      return start < end ? [sliceTrades(run, start, end)] : []
    })
    return parts.length === 0 ? emptyTrades() : parts.length === 1 ? parts[0] : concatTrades(parts)
  }

  #lowerBound(t: number): number {
    const at = this.#runs.findIndex((run) => run.ts[run.length - 1] >= t)
    return at < 0 ? this.#length : this.#before[at] + lowerBoundTs(this.#runs[at], t)
  }
}
